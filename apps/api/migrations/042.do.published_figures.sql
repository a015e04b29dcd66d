-- Sums that anybody may see (docs/spec/transparency.md, U120 to U122): taken once a day, of the moment that the liabilities are counted.
create table ledger.published_figures (
  day date primary key,
  -- Cents as texts; null for a sum over fewer than ten clients.
  figures jsonb not null
);
create trigger published_figures_kept before update or delete or truncate on ledger.published_figures for each statement execute function ledger.keep_log();
