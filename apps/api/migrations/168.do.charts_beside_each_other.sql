-- A client's charts, of which there were one and are now up to four (docs/spec/chart.md, H25). What was kept becomes the only chart of its
-- layout; what was saved before something could be chosen says nothing of it, and gets what a new chart begins with.
alter table app.chart_choice drop constraint chart_choice_choice_check;
update app.chart_choice set choice = jsonb_build_object('shown', 1, 'active', 0, 'charts', jsonb_build_array(
  '{"symbol": null, "interval": "1h", "style": "candles", "indicators": [], "compare": []}'::jsonb || choice));
alter table app.chart_choice add constraint chart_choice_choice_check check (pg_column_size(choice) <= 32768);
