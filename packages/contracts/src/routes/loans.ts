import * as loans from '../loans.ts';
import { cursorList, cursorQuery, idParams, listQuery } from '../common.ts';
import { route, type RouteTable } from './route.ts';

export const loansRoutes = {
  'GET /loan-levels': route({ policy: 'client', status: 200, query: listQuery, reply: loans.loanLevels }),
  'GET /loans': route({ policy: 'client', status: 200, query: cursorQuery, reply: cursorList(loans.loan) }),
  'POST /loans': route({
    policy: 'client',
    status: 201,
    body: loans.applyLoanBody,
    reply: loans.loan,
    key: 'optional',
  }),
  'GET /loans/:id': route({ policy: 'owner', status: 200, params: idParams, reply: loans.loanDetail }),
  'POST /loans/:id/repay': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: loans.repayLoanBody,
    reply: loans.loan,
    key: true,
  }),
} satisfies RouteTable;
