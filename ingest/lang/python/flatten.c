//go:build cgo

#include "flatten.h"

#include <stdlib.h>

enum {
  DROP = 0,       // kind of nodes that are left out with all that is below them
  ERROR_KIND = 1, // kind of syntax errors
};

static flat_node *append(flat_tree *out, uint32_t max_nodes) {
  if (out->count == out->capacity) {
    uint32_t capacity = out->capacity ? out->capacity * 2 : 4096;
    flat_node *nodes = capacity > max_nodes ? NULL : realloc(out->nodes, (size_t)capacity * sizeof(flat_node));
    if (!nodes) {
      out->failed = true;
      return NULL;
    }
    out->nodes = nodes;
    out->capacity = capacity;
  }
  return &out->nodes[out->count++];
}

static uint8_t kind_of(TSNode node, const uint8_t *kinds) {
  uint16_t symbol = ts_node_symbol(node);
  return symbol == UINT16_MAX || ts_node_is_missing(node) ? ERROR_KIND : kinds[symbol];
}

static void fill(flat_node *flat, TSNode node, uint8_t kind, uint8_t field) {
  TSPoint start = ts_node_start_point(node), end = ts_node_end_point(node);
  flat->kind = kind;
  flat->field = field;
  flat->symbol = ts_node_symbol(node);
  flat->missing = ts_node_is_missing(node);
  flat->cut = 0;
  flat->start = ts_node_start_byte(node);
  flat->end = ts_node_end_byte(node);
  flat->row = start.row;
  flat->end_row = end.row;
  flat->end_column = end.column;
  flat->next = 0;
}

// flatten copies the nodes below root that the caller has numbers for into one array, in one pass without recursion.
void flatten(TSNode root, const uint8_t *kinds, const uint8_t *fields, uint32_t max_depth, uint32_t max_nodes,
             flat_tree *out) {
  uint32_t *path = malloc((size_t)(max_depth + 1) * sizeof(uint32_t));
  if (!path) {
    out->failed = true;
    return;
  }
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t depth = 0;
  for (bool more = true; more && !out->failed;) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    uint8_t kind = kind_of(node, kinds);
    bool descend = false;
    if (kind != DROP) {
      flat_node *flat = append(out, max_nodes);
      if (!flat) {
        break;
      }
      fill(flat, node, kind, fields[ts_tree_cursor_current_field_id(&cursor)]);
      path[depth] = out->count - 1;
      descend = ts_tree_cursor_goto_first_child(&cursor);
      if (descend && depth == max_depth) {
        ts_tree_cursor_goto_parent(&cursor);
        descend = false;
        flat->cut = 1;
        out->cut = true;
      }
      if (!descend) {
        flat->next = out->count;
      }
    }
    if (descend) {
      depth++;
      continue;
    }
    while (!(more = ts_tree_cursor_goto_next_sibling(&cursor)) && depth > 0) {
      ts_tree_cursor_goto_parent(&cursor);
      depth--;
      out->nodes[path[depth]].next = out->count;
    }
  }
  ts_tree_cursor_delete(&cursor);
  free(path);
}
