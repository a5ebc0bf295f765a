#!/usr/bin/env python3
"""A bot for Stamtafel in thirty lines: any option, but never the same verb twice in a row.

    stamtafel arena koenig --bots 'exec:examples/bot.py,random' -n 20

docs/bot-protocol.md describes the lines that come and go.
"""
import json
import random
import sys


def choose(question, last):
    options = question["options"]  # such as "play guenstling"; question["view"] is all we see
    fresh = [i for i, option in enumerate(options) if option.split()[0] != last]
    return random.choice(fresh or range(len(options)))


def main():
    last = ""
    for line in sys.stdin:  # it ends when the game does
        message = json.loads(line)
        if message["type"] == "hello":
            random.seed(message["seat"])
            answer = {"type": "ready", "name": "example"}
        else:  # "choose"
            choice = choose(message, last)
            last = message["options"][choice].split()[0]
            answer = {"choice": choice}
        print(json.dumps(answer), flush=True)


main()
