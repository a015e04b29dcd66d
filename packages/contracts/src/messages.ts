/**
 * Every sentence a person reads, in one folder: the screens, the api's refusals and the mails take their words from here. The sections
 * are cut into files by who shows them when, so that a page loads those that it may show.
 * Wording is the specification's where it has one, with its misspellings mended (departures.md, D16).
 */
export * as messages from './messages/index.ts';
