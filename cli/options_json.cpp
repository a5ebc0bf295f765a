#include "cli/options_json.h"

#include "cli/common.h"
#include "lab/played.h"

namespace cli {
namespace {

void write_options(const engine::AnyTable& table, engine::Seat seat, engine::JsonWriter& out) {
  const engine::AnyGame& game = table.game();
  engine::Offer offer(engine::Offer::Keep::kAll);
  table.offer(seat, offer);
  out.key("options");
  out.begin_array(false);
  for (const engine::Option& option : offer) {
    out.begin_object();
    out.member("action", std::string_view(game.action_id(*table.edition(), option.action)));
    out.member("allowed", option.verdict.allowed());
    if (!option.verdict.allowed()) {
      const engine::Texts& texts = table.texts(engine::Language::kEnglish);
      out.member("rule", game.rule_id(option.verdict));
      out.member("reason", std::string_view(game.rule_text(option.verdict, texts)));
    }
    out.end_object();
  }
  out.end_array();
}

}  // namespace

void write_rules(const engine::AnyGame& game, const engine::AnyEdition& edition,
                 engine::JsonWriter& out) {
  lab::write_rules(lab::WhatIsPlayed::of(game, edition, engine::default_variants(game.spec()), 0),
                   out);
}

void write_position(const engine::AnyTable& table, const engine::Viewer& viewer,
                    engine::JsonWriter& out) {
  write_rules(table.game(), *table.edition(), out);
  out.key(viewer.all ? "position" : "view");
  table.write(viewer, out);
}

void write_acting(const engine::AnyTable& table, const engine::Viewer& viewer,
                  engine::JsonWriter& out) {
  const engine::AnyGame& game = table.game();
  out.key("acting");
  out.begin_array(false);
  for (engine::Seat seat : table.acting()) {
    out.begin_object();
    out.member("seat", seat_id(game, seat));
    if (viewer.may_see(seat)) {
      out.member("prompt", game.spec().prompts[static_cast<size_t>(table.prompt(seat))]);
      write_options(table, seat, out);
    }
    out.end_object();
  }
  out.end_array();
}

void write_outcome(const engine::AnyTable& table, const engine::Viewer& viewer,
                   engine::JsonWriter& out) {
  const engine::Outcome outcome = table.outcome();
  out.member("over", table.over());
  if (viewer.all || table.over()) {
    out.key("scores");
    out.begin_object();
    for (int i = 0; i < table.seats(); ++i) {
      out.member(seat_id(table.game(), engine::seat_at(i)),
                 static_cast<int>(outcome.score[static_cast<size_t>(i)]));
    }
    out.end_object();
  }
  out.key("winners");
  out.begin_array();
  if (table.over()) {
    for (engine::Seat seat : outcome.winners) out.value(seat_id(table.game(), seat));
  }
  out.end_array();
}

}  // namespace cli
