/**
 * Joins what splits had made of each share that was bought when a closing fill `f` was done, as `s.num` new ones for `s.den`; null where there was none. Its
 * quote says of which shares its price and its lots are, whenever it was written down. Only of a trade that was split is anything looked for.
 */
export const splitsOfFill = (isSplit: string): string =>
  `left join lateral (select x.splits_num as num, x.splits_den as den from ledger.trade_split x join ledger.corporate_action a on a.id = x.action_id
     where ${isSplit} and (x.book, x.trade_id) = (f.book, f.trade_id)
       and a.effective_at <= (select q.received_time from ledger.quote q where (q.book, q.id) = (f.book, f.quote_id))
     order by a.effective_at desc limit 1) as s on true`;
