// The few declarations of tree-sitter's stable C interface that flattening needs; the library itself is linked in by
// smacker/go-tree-sitter, whose headers are private to it. The two must be of one version.
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t context[4];
  const void *id;
  const void *tree;
} TSNode;

typedef struct {
  const void *tree;
  const void *id;
  uint32_t context[3];
} TSTreeCursor;

typedef struct {
  uint32_t row;
  uint32_t column;
} TSPoint;

extern TSTreeCursor ts_tree_cursor_new(TSNode node);
extern void ts_tree_cursor_delete(TSTreeCursor *self);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *self);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);
extern uint16_t ts_node_symbol(TSNode self);
extern uint32_t ts_node_start_byte(TSNode self);
extern uint32_t ts_node_end_byte(TSNode self);
extern TSPoint ts_node_start_point(TSNode self);
extern TSPoint ts_node_end_point(TSNode self);
extern bool ts_node_is_missing(TSNode self);

// One node of a flattened tree, in document order.
typedef struct {
  uint8_t kind;   // the caller's number for the symbol
  uint8_t field;  // the caller's number for the field under which the parent holds the node
  uint8_t missing;
  uint8_t cut;    // children lie deeper than the limit and were left out
  uint16_t symbol;
  uint32_t start; // bytes
  uint32_t end;
  uint32_t row;
  uint32_t end_row;
  uint32_t end_column;
  uint32_t next;  // index behind the last node of the subtree
} flat_node;

typedef struct {
  flat_node *nodes;
  uint32_t count;
  uint32_t capacity;
  bool cut;
  bool failed; // out of memory, or more nodes than the limit
} flat_tree;

void flatten(TSNode root, const uint8_t *kinds, const uint8_t *fields, uint32_t max_depth, uint32_t max_nodes,
             flat_tree *out);
