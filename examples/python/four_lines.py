"""A game between four bots, in four lines."""

import stamtafel

table = stamtafel.make("goldbraeu", players=4, seed=7)
while not table.over:
    table.act(table.hint("greedy")[0].action)
print(table.outcome())
