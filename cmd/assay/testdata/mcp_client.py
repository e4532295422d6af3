"""Runs every tool of an MCP server that is started as a process, and prints what came back as JSON.

Arguments: the calls as JSON ([{name, arguments, wait}]), then the command line of the server.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import get_default_environment, stdio_client


async def main():
    calls, command, arguments = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3:]
    environment = get_default_environment() | json.loads(sys.stdin.read())
    server = StdioServerParameters(command=command, args=arguments, env=environment)
    results = {}
    progress = []

    async def told(step, total, message):
        progress.append(message)

    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        results["tools"] = sorted(tool.name for tool in (await session.list_tools()).tools)
        for call in calls:
            given = call["arguments"]
            if call["name"] == "load_status":
                given = given | {"job": results["load"]["structured"]["id"]}
            reply = await session.call_tool(call["name"], given, progress_callback=told)
            results[call["name"]] = {
                "error": reply.isError,
                "structured": reply.structuredContent,
                "text": reply.content[0].text,
            }
    results["progress"] = progress
    print(json.dumps(results))


asyncio.run(main())
