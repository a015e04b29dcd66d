import * as access from '../access.ts';
import * as account from '../account.ts';
import * as archives from '../archives.ts';
import * as documents from '../documents.ts';
import * as liabilities from '../liabilities.ts';
import * as statement from '../statement.ts';
import { cursorList, cursorQuery, emptyBody, noContent } from '../common.ts';
import { fileReply, route, type RouteTable } from './route.ts';

/** Whoever is signed in: who they are, what they have, what moved it. */
export const accountRoutes = {
  'GET /me': route({ policy: 'client', status: 200, reply: access.me }),
  'POST /me/picture': route({ policy: 'client', status: 200, reply: access.me, files: ['file'] }),
  'DELETE /me/picture': route({ policy: 'client', status: 200, reply: access.me }),
  'GET /me/account': route({ policy: 'client', status: 200, reply: account.account }),
  'GET /me/entries': route({
    policy: 'client',
    status: 200,
    query: account.entriesQuery,
    reply: cursorList(account.entry),
  }),
  'GET /me/entries/:number/receipt': route({
    policy: 'client',
    status: 200,
    params: account.entryParams,
    reply: account.entryReceipt,
  }),
  'GET /me/statements': route({
    policy: 'client',
    status: 200,
    query: statement.statementQuery,
    reply: statement.statement,
  }),
  'GET /me/statements.csv': route({
    policy: 'client',
    status: 200,
    query: statement.statementFilters,
    reply: statement.statementRow,
    csv: 'statement',
  }),
  'GET /me/statements/periods': route({ policy: 'client', status: 200, reply: documents.statementPeriods }),
  'GET /me/statements/:period': route({
    policy: 'client',
    status: 200,
    params: documents.documentParams,
    reply: documents.statementDocument,
  }),
  'GET /me/statements/:period/document.pdf': route({
    policy: 'client',
    status: 200,
    params: documents.documentParams,
    query: documents.documentQuery,
    reply: fileReply,
    file: 'application/pdf',
  }),
  'GET /me/liabilities/proof': route({
    policy: 'client',
    status: 200,
    query: liabilities.liabilityQuery,
    reply: liabilities.latestLiabilityProof,
  }),
  'GET /me/archives': route({ policy: 'client', status: 200, query: cursorQuery, reply: cursorList(archives.archive) }),
  'POST /me/archives': route({ policy: 'client', status: 202, body: emptyBody, reply: archives.archive }),
  'POST /me/close': route({ policy: 'client', status: 204, body: access.closeAccountBody, reply: noContent }),
  'GET /me/mailbox': route({
    policy: 'client',
    status: 200,
    query: access.mailboxQuery,
    reply: cursorList(access.mail),
    demoOnly: true,
  }),
} satisfies RouteTable;
