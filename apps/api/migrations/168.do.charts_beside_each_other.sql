-- A client's charts, of which there were one and are now up to four (docs/spec/chart.md, H25). What was kept becomes the only chart of its
-- layout; what was saved before something could be chosen says nothing of it, and gets what a new chart begins with.
alter table app.chart_choice drop constraint chart_choice_choice_check;
update app.chart_choice set choice = jsonb_build_object('shown', 1, 'active', 0, 'charts', jsonb_build_array(
  '{"symbol": null, "interval": "1h", "style": "candles", "indicators": [], "compare": []}'::jsonb || choice));
alter table app.chart_choice add constraint chart_choice_choice_check check (pg_column_size(choice) <= 32768);

-- Charts that a client keeps under a name (H26). Beside the books; erase_person clears them by `user_id`.
create table app.chart_layout (
  id uuid primary key,
  user_id uuid not null references app."user",
  name text not null check (length(name) between 1 and 40),
  layout jsonb not null check (jsonb_typeof(layout) = 'object' and pg_column_size(layout) <= 32768),
  updated_at timestamptz(3) not null,
  unique (user_id, name)
);
