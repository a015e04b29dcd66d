import { PlainError } from '../plain-error.ts';
import { APP_ROLE, OWNER_ROLE } from './roles.ts';
import { databaseOf, loginOf } from './url.ts';

/** Says in one sentence why a database cannot be reached. The address is not repeated: it holds a password. */
export function connectionSentence(error: unknown, url: string, variable: string): PlainError {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const database = databaseOf(url);
  const { user } = loginOf(url);
  switch (code) {
    case '28P01':
    case '28000':
      return new PlainError(
        `The database server refuses the login ${user}: check the name and password in ${variable}.`,
      );
    case '3D000':
      return new PlainError(`The database ${database} in ${variable} does not exist: create it first, empty.`);
    case '53300':
      return new PlainError(
        `The database server in ${variable} has no connection left: raise its max_connections or stop other clients.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new PlainError(`The host in ${variable} is not known: check its name.`);
    case 'ECONNREFUSED':
    case 'ENOENT':
      return new PlainError(
        `Nothing answers at the address in ${variable}: start that PostgreSQL server or correct the address.`,
      );
    default:
      return new PlainError(
        `The database in ${variable} cannot be reached (${code || message}): check the address and that the server is up.`,
      );
  }
}

/** Says in one sentence why a database cannot be prepared; undefined where the error itself has to be seen. */
export function preparingSentence(error: unknown, url: string): PlainError | undefined {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: { code?: string } };
  const database = databaseOf(url);
  switch (code ?? cause?.code ?? '') {
    case '42501':
      return new PlainError(
        `The login ${loginOf(url).user} may not prepare the database ${database} (${message}): make it the owner of that database and of the roles ${OWNER_ROLE} and ${APP_ROLE}.`,
      );
    case '55P03':
      return new PlainError(
        `Another program, such as a backup or a server of the version before, has kept the database ${database} from being prepared for two minutes: start again when it has ended.`,
      );
    default:
      return undefined;
  }
}
