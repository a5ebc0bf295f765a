// A report to read: what was asked, how it was found out, what the answer is, and tables and plots
// that show it. Made once, and written as text for a terminal, as one HTML file, as CSV or as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/text.h"
#include "lab/played.h"
#include "lab/statistics.h"

namespace lab {

// What a cell holds, and so how it is written.
enum class Form : uint8_t {
  kText,
  kCount,    // a whole number
  kNumber,   // a mean
  kPercent,  // a share of 1
  kPoints,   // a difference of shares, in percentage points
  kChange,   // a difference of means
  kChance,   // a p-value
};

struct ReportCell {
  Form form = Form::kText;
  std::string text;  // for people
  std::string id;    // for programs; empty: the text
  double value = 0;
  std::optional<Interval> interval;

  static ReportCell of(std::string text, std::string id = "") {
    return {Form::kText, std::move(text), std::move(id), 0, {}};
  }
  static ReportCell of(Form form, double value) { return {form, "", "", value, {}}; }
  static ReportCell of(Form form, const Estimate& estimate) {
    return {form, "", "", estimate.mean, estimate.interval};
  }
  // Words that explain a row, for people alone.
  static ReportCell note(std::string text) { return of(std::move(text), std::string(kNote)); }
  static constexpr std::string_view kNote = "-";
  bool is_note() const { return form == Form::kText && id == kNote; }
  // Nothing is known.
  static ReportCell none() { return of("–", ""); }
};

struct Column {
  std::string id;
  std::string title;
};

struct PlotPoint {
  std::string label;  // of a row, a column or a bar
  double x = 0;
  double y = 0;
  std::optional<Interval> interval;
  double row = 0;  // of a heat map
};

struct Plot {
  // Rows with a dot and its interval; points joined by a line over x; bars over x; a bar divided in
  // parts; squares coloured by value.
  enum class Kind : uint8_t { kIntervals, kCurve, kBars, kParts, kHeat };
  Kind kind = Kind::kIntervals;
  Form form = Form::kPercent;  // of y
  std::string title;           // also read aloud
  std::string x_title;
  std::string y_title;              // of the rows of a heat map
  std::optional<double> reference;  // a line to compare with
  std::vector<PlotPoint> points;
};

struct Section {
  std::string id;
  std::string title;
  std::string text;
  std::vector<Plot> plots;
  std::vector<Column> columns;
  std::vector<std::vector<ReportCell>> rows;
  // The rows that a long table has in a text; a short one, and one without such, has all.
  std::vector<size_t> in_short;
};

struct Document {
  WhatIsPlayed played;
  engine::Language language = engine::Language::kEnglish;
  std::string title;
  std::string question;
  std::vector<std::string> method;
  std::vector<std::string> answer;
  std::vector<Section> sections;
  std::string command;  // repeats it
};

// A cell as people read it, with its interval: "51.2 % (49.8 – 52.6)".
std::string cell_text(const ReportCell& cell, engine::Language language);
// The words of reports.
const engine::Texts& report_texts(engine::Language language);

// The table of a section, in columns.
std::string section_table(const Section& section, engine::Language language);

std::string document_text(const Document& document);
std::string document_html(const Document& document);
// A line for each cell with a number: table, row, column, value, low, high.
std::string document_csv(const Document& document);
std::string document_json(const Document& document, int indent = 2);

}  // namespace lab
