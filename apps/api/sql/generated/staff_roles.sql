-- Version 8, text 04c8fa459f7f.
-- Made from the roles of packages/contracts/src/permissions.ts, by npm run format. Not to be edited.
-- What a declared role may do; null for a name that none of them has.
create or replace function ledger.declared_permissions(p_role text) returns text[]
language sql immutable as
$$
  select case p_role
    when 'owner' then '{client.read,client.export,client.change,client.note,client.close,client.end_sessions,client.adjust,document.read,verification.read,verification.decide,hold.place,hold.lift,deposit.read,deposit.decide,withdrawal.read,withdrawal.decide,withdrawal.return,withdrawal.trace,loan.review,trade.read,trade.settle,package.read,package.change,trader.read,trader.change,market.read,settings.read,settings.change,wallet.read,wallet.change,limit.change,queue.read,queue.claim,signal.dismiss,proposal.read,proposal.decide,staff.read,staff.change,switch.stop,switch.start,config.read,config.change,config.market,config.notice,audit.read,books.read,mail.read,mail.retry}'::text[]
    when 'operations' then '{client.read,document.read,verification.read,deposit.read,withdrawal.read,trade.read,package.read,trader.read,market.read,settings.read,wallet.read,queue.read,proposal.read,config.read,books.read,mail.read,client.note,client.end_sessions,deposit.decide,withdrawal.decide,withdrawal.trace,package.change,trader.change,queue.claim,signal.dismiss,proposal.decide,switch.stop,switch.start,config.change,config.market,config.notice,mail.retry}'::text[]
    when 'finance' then '{client.read,document.read,deposit.read,withdrawal.read,trade.read,package.read,trader.read,market.read,settings.read,wallet.read,queue.read,proposal.read,config.read,audit.read,books.read,mail.read,client.note,client.adjust,deposit.decide,withdrawal.decide,withdrawal.return,withdrawal.trace,loan.review,queue.claim,signal.dismiss,proposal.decide}'::text[]
    when 'compliance' then '{client.read,document.read,verification.read,deposit.read,withdrawal.read,trade.read,package.read,trader.read,market.read,settings.read,queue.read,proposal.read,staff.read,config.read,audit.read,books.read,mail.read,client.export,client.change,client.note,client.close,client.end_sessions,verification.decide,hold.place,hold.lift,queue.claim,signal.dismiss,proposal.decide,switch.stop,switch.start,config.change,config.notice}'::text[]
    when 'support' then '{client.read,deposit.read,withdrawal.read,trade.read,package.read,trader.read,market.read,settings.read,queue.read,proposal.read,config.read,mail.read,client.note,client.end_sessions,withdrawal.trace,queue.claim}'::text[]
    when 'risk' then '{client.read,deposit.read,withdrawal.read,trade.read,package.read,trader.read,market.read,settings.read,queue.read,proposal.read,config.read,audit.read,books.read,mail.read,client.note,trade.settle,package.change,trader.change,proposal.decide,switch.stop,switch.start,config.change,config.market}'::text[]
    when 'auditor' then '{client.read,document.read,verification.read,deposit.read,withdrawal.read,trade.read,package.read,trader.read,market.read,settings.read,wallet.read,queue.read,proposal.read,staff.read,config.read,audit.read,books.read,mail.read}'::text[]
  end
$$;
grant execute on function ledger.declared_permissions(text) to clearbook_app;
