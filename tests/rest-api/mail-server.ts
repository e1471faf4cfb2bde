import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/**
 * A mail server that accepts all e-mails unless a test makes it reject senders or recipients, or withhold its
 * responses.
 */
export interface MailServer {
  /** For the setting `SMTP_URL`. */
  readonly url: string;
  /** The e-mails received so far for a recipient, oldest first. */
  findEmailsTo(recipient: string): Email[];
  /** Makes the server reject recipients, or senders, with this SMTP status; undefined accepts all again. */
  rejectWith(status: number | undefined, rejected?: 'recipient' | 'sender'): void;
  /** Makes the server receive e-mails, but respond to them only once the returned function is called. */
  holdResponses(): () => void;
  /** Stops accepting connections. */
  interrupt(): Promise<void>;
  /** Accepts connections again, on the same port. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const emails: Email[] = [];
  let rejection: { status: number | undefined; rejected: 'recipient' | 'sender' } | undefined;
  let responsesReleased: Promise<void> = Promise.resolve();
  const createRejection = (party: 'recipient' | 'sender') =>
    rejection?.status === undefined || rejection.rejected !== party
      ? undefined
      : Object.assign(new Error('Rejected by the test'), { responseCode: rejection.status });
  const listen = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      // Soon after it is stopped, the server closes the connection of a client whose response is withheld.
      closeTimeout: 100,
      onMailFrom: (_address, _session, done) => done(createRejection('sender')),
      onRcptTo: (_address, _session, done) => done(createRejection('recipient')),
      onData: (stream, _session, done) => {
        buffer(stream)
          .then((raw) => PostalMime.parse(raw))
          .then(async (mail) => {
            emails.push(mail);
            await responsesReleased;
            done();
          })
          .catch(done);
      },
    });
    // A client that is killed resets its connection.
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(resolve));
  let server = await listen(0);
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}?from=shop@example.com`,
    findEmailsTo: (recipient) => emails.filter(({ to }) => to?.some((entry) => entry.address === recipient)),
    rejectWith: (status, rejected = 'recipient') => {
      rejection = { status, rejected };
    },
    holdResponses: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      responsesReleased = promise;
      return resolve;
    },
    interrupt: () => close(server),
    resume: async () => {
      server = await listen(port);
    },
    close: () => close(server),
  };
}
