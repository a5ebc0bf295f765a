// A cluster on paper: people at tables, servers and databases as queues, event by event, with
// service times as they were measured (docs/scaling.md). It shows how long queues get, and how long
// the slowest of a hundred moves takes, with how many servers.
//
// A move takes this way. Whoever has the turn thinks for a while and moves; the server they are at
// carries it out, and its writer puts it into the table's database: one batch at a time, with all
// that waited meanwhile. When that is durable, it is told to who sits at the table at this server;
// servers at which others sit are told, read it from the database, and tell it to theirs. Then it
// is the next one's turn. What is measured counts from when the move was due.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace lab {

// Means, in microseconds. Half of a time is always taken, the rest varies (exponentially).
struct ClusterCosts {
  double request = 75;  // of a server: a move is read, checked, carried out and handed over
  double tell = 30;     // of a server: for each whom it is told
  double follow = 40;   // of a server: another server's move is heard, read and carried out
  double batch = 110;   // of a database: for a batch, however large
  double append = 10;   // of a database: for each move in it
  double read = 60;     // of a database: entries that another server asks for
  double sync = 300;    // of a disk: until a batch is durable; takes no processor
  double way = 50;      // of the network between server and database, one way
  double client = 0;    // of whoever plays, where that is on the same machine
};
// By name.
std::vector<std::pair<std::string_view, double ClusterCosts::*>> cluster_costs();

struct ClusterPlan {
  int people = 1000;
  int at_table = 3;
  double pace = 10;  // seconds between two moves of one person; 0: they choose at once
  int nodes = 1;
  int databases = 1;
  int database_cores = 4;  // of each
  // 0: every server has a core of its own, every database a machine. Otherwise all of it, clients
  // too, shares one machine with so many.
  int cores = 0;
  double seconds = 10;  // that are looked at, after a tenth of that
  uint64_t seed = 1;
  ClusterCosts costs;
};

struct ClusterResult {
  uint64_t moves = 0;
  double moves_per_second = 0;
  double p50 = 0, p99 = 0;  // milliseconds
  // Of all servers, or all databases, on average: the part of the time in which a core works, and
  // how many things wait or are being done.
  double node_busy = 0, node_queue = 0;
  double database_busy = 0, database_queue = 0;
  double batch = 0;  // moves in one
};

// REQUIRES: at least one of everything, and a positive number of seconds.
ClusterResult run_cluster(const ClusterPlan& plan);

}  // namespace lab
