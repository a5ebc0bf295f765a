// What there is to see of a finished table: its record, its steps through any reader, its luck.
#pragma once

#include <string>
#include <string_view>

#include "server/http.h"
#include "server/messages.h"

namespace server {

// What the server adds to a record: the proof of fair chance (`stamtafel verify`) and what the
// rules don't know.
struct RecordNotes {
  std::string front, end;
};
// REQUIRES: over.
RecordNotes record_notes(const Table& table);
std::string full_record(const engine::AnyTable& match, const RecordNotes& notes);
std::string full_record(const Table& table);

struct ReplayWish {
  engine::Viewer viewer = engine::Viewer::spectator();
  engine::Language language{};
  int from = 0;
  int to = 0;
  Ending ending;
  int begins = 0;  // steps before the first that can be repeated
  int played = 0;  // steps of the whole game
};
// From ?seat=…&from=…&to=…
Refusal read_replay_wish(const HttpRequest& request, const Table& table, ReplayWish& wish);
// The position as the viewer sees it, also where that is everything: with what views show besides.
void write_open_view(const engine::AnyTable& match, engine::Viewer viewer, engine::JsonWriter& out);
std::string write_replay(std::string_view id, const engine::AnyTable& match,
                         const ReplayWish& wish);
std::string write_luck(std::string_view id, const engine::AnyTable& match);
// How the scores stood after each step.
std::string write_scores(std::string_view id, const engine::AnyTable& match);
std::string write_draws(std::string_view id, const engine::AnyTable& match,
                        engine::Language language);

}  // namespace server
