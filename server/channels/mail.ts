import { CarrierRefused } from './carrier.ts'

/** A mail; its number makes its Message-ID, so that one that was sent twice is shown once. */
interface MailDraft {
  to: string
  subject: string
  text: string
  outId: string
  attachments?: readonly { name: string; type: string; bytes: Buffer }[]
}

/** A mail server that takes our mails. May throw CarrierRefused. */
export interface MailChannel {
  /** Hands a mail over; returns its Message-ID. */
  send(draft: MailDraft): Promise<string>
}

/** An SMTP server, by its address with name and password, and the address that mails are from. */
export interface MailContract {
  url: string
  from: string
}

/** Milliseconds the server gets to answer each step. */
const timeout = 10_000

/** Sends by SMTP. The client is loaded with the first mail, not with the product. */
export function smtpMail({ url, from }: MailContract): MailChannel {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  // A password may cross the wire only sealed; a server on this machine is reached without a wire.
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  const domain = /@([^>\s]+)>?$/.exec(from)![1]!
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (isSecure ? 465 : 587),
      secure: isSecure,
      requireTLS: !isSecure && !isLocal,
      ignoreTLS: !isSecure && isLocal,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      ...(username
        ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
        : {}),
    })
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    async send({ to, subject, text, outId, attachments = [] }) {
      const messageId = `<${outId}@${domain}>`
      try {
        await (await (opened ??= open())).sendMail({
          from,
          to,
          subject,
          text,
          messageId,
          attachments: attachments.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: bytes,
          })),
        })
        return messageId
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string }
        // From 500 the server will not take it, from 400 it may later, as one that defers unknown senders. The client's
        // own code says nothing beside an answer. The server's words may hold the address.
        const isFinal = responseCode ? responseCode >= 500 : code === 'EAUTH' || code === 'EENVELOPE'
        throw new CarrierRefused(String(responseCode ?? code ?? 'noAnswer'), 'the mail server', !isFinal)
      }
    },
  }
}
