// The C interface: what can be chosen, and choosing it.
#include "bindings/c/calls.h"

// C functions stand in no namespace.
using namespace bindings;  // NOLINT(google-build-using-namespace)

extern "C" {

stamtafel_status stamtafel_options(stamtafel_table table, int seat, int forbidden_too,
                                   stamtafel_option* options, size_t room, size_t* count,
                                   stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (count == nullptr) return null("count");
    if (options == nullptr && room > 0) return null("options");
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    engine::Offer offer(forbidden_too != 0 ? engine::Offer::Keep::kAll
                                           : engine::Offer::Keep::kLegal);
    found.table->offer(seat_at(seat), offer);
    *count = 0;
    for (const engine::Option& option : offer) {
      if (*count < room) {
        options[*count] = {found.known->actions.index(option.action), option.verdict.rule,
                           option.verdict.missing};
      }
      ++*count;
    }
    return {};
  });
}

stamtafel_status stamtafel_rule(stamtafel_table table, int rule, int missing, const char* language,
                                char** id, char** sentence, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    const AnyGame& game = found.table->game();
    const auto rules = static_cast<int>(game.spec().rules.size());
    if (rule < 1 || rule > rules) {
      return {ErrorCode::kUsage,
              "there is no rule " + std::to_string(rule) + ": they are numbered from 1 to " +
                  std::to_string(rules),
              ""};
    }
    if (missing < 0 || missing > 255)
      return {ErrorCode::kUsage, "no more than 255 can be missing", ""};
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    const engine::Verdict verdict{static_cast<uint8_t>(rule), static_cast<uint8_t>(missing)};
    give(id, game.rule_id(verdict));
    give(sentence, game.rule_text(verdict, *texts));
    return {};
  });
}

stamtafel_status stamtafel_question(stamtafel_table table, int seat, const char* language,
                                    char** id, char** sentence, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (Error wrong = check_acting(*found.table, seat)) return wrong;
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    const auto prompt = static_cast<size_t>(found.table->prompt(seat_at(seat)));
    const std::string name(found.table->game().spec().prompts[prompt]);
    give(id, name);
    give(sentence, texts.value.get("prompt." + name));
    return {};
  });
}

stamtafel_status stamtafel_action(stamtafel_table table, int action, const char* language,
                                  char** id, char** sentence, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (Error wrong = check_action(found.known->actions, action)) return wrong;
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    const AnyGame& game = found.table->game();
    const engine::Action meant = found.known->actions.action(action);
    give(id, game.action_id(*found.table->edition(), meant));
    if (sentence != nullptr)
      give(sentence, game.action_text(*found.table->edition(), meant, *texts));
    return {};
  });
}

stamtafel_status stamtafel_action_number(stamtafel_table table, const char* text, int* action,
                                         stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (text == nullptr) return null("the action's text");
    if (action == nullptr) return null("action");
    const Result<engine::Action> parsed =
        found.table->game().parse_action(*found.table->edition(), text);
    if (!parsed) return parsed.error;
    const int number = found.known->actions.index(*parsed);
    if (number < 0) {
      return {ErrorCode::kUsage, "'" + std::string(text) + "' is out of the range of its verb", ""};
    }
    *action = number;
    return {};
  });
}

stamtafel_status stamtafel_act(stamtafel_table table, int seat, int action,
                               stamtafel_error* error) {
  return with_table(table, error, [&](Table& found) -> Error {
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    if (Error wrong = check_action(found.known->actions, action)) return wrong;
    return found.table->act(seat_at(seat), found.known->actions.action(action));
  });
}

stamtafel_status stamtafel_act_text(stamtafel_table table, int seat, const char* text,
                                    stamtafel_error* error) {
  return with_table(table, error, [&](Table& found) -> Error {
    if (text == nullptr) return null("the action's text");
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    const Result<engine::Action> action =
        found.table->game().parse_action(*found.table->edition(), text);
    if (!action) return action.error;
    return found.table->act(seat_at(seat), *action);
  });
}

stamtafel_status stamtafel_fallback(stamtafel_table table, int seat, int* action,
                                    stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (action == nullptr) return null("action");
    if (Error wrong = check_acting(*found.table, seat)) return wrong;
    *action = found.known->actions.index(found.table->fallback(seat_at(seat)));
    return {};
  });
}

stamtafel_status stamtafel_undo(stamtafel_table table, int seat, stamtafel_error* error) {
  return with_table(table, error, [&](Table& found) -> Error {
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    return found.table->undo(seat_at(seat));
  });
}

}  // extern "C"
