-- Who was told of a change that is ahead, of financing (docs/spec/trading.md, T98) or of a spread (docs/spec/market.md, M93): each client once.
alter table app.financing_notice rename to change_notice;
