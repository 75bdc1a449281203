import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { normalizeDigits } from '../../../contract/normalize.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../web/kit/Form.tsx'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { messageCalls } from '../contract.ts'
import type { MessageChannel } from '../rules.ts'
import './Message.css'
import { useMessageWords } from './words.ts'

type Preferences = OutputOf<typeof messageCalls.getPreferences>

/** By which channels one's own notices come, and the address for mails. */
export function ChannelsCard() {
  const say = useMessageWords()
  const query = useCall(messageCalls.getPreferences, {})
  return (
    <section className="k-card roomy message-card k-stack" aria-labelledby="message-channels">
      <h2 id="message-channels">{say('channels')}</h2>
      <p className="k-muted k-small">{say('channelsHint')}</p>
      <Loaded query={query}>{(preferences) => <Channels preferences={preferences} />}</Loaded>
    </section>
  )
}

function Channels({ preferences: { channels, mail } }: { preferences: Preferences }) {
  const say = useMessageWords()
  const save = useAction(messageCalls.savePreferences)
  const nameOf = (channel: MessageChannel, to: string | null) => {
    if (channel === 'sms') return to === null ? say('noMobile') : say('smsTo', { to })
    if (channel === 'mail') return to === null ? say('noMail') : say('mailTo', { to })
    return to === null ? say('noWechat') : say('wechatMessage')
  }
  return (
    <>
      <ul className="message-switches k-list">
        {channels.map(({ channel, isOn, recipient }) => (
          <li key={channel}>
            <label className="k-row">
              <input
                type="checkbox"
                checked={isOn && recipient !== null}
                disabled={recipient === null || save.isPending}
                onChange={({ target }) => save.mutate({ channel, isOn: target.checked })}
              />
              {nameOf(channel, recipient)}
            </label>
          </li>
        ))}
      </ul>
      {mail.isOffered && <MailAddress mail={mail} />}
    </>
  )
}

/** One's own mail address: entered, then confirmed by the code that is sent to it. */
function MailAddress({ mail }: { mail: Preferences['mail'] }) {
  const say = useMessageWords()
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const save = useAction(messageCalls.saveMail, { quiet: true })
  const again = useAction(messageCalls.saveMail, {
    onDone: () => notify('success', say('codeSent', { to: address.trim() })),
  })
  const remove = useAction(messageCalls.saveMail, { onDone: () => setAddress('') })
  const confirm = useAction(messageCalls.confirmMail, { quiet: true })
  /** Sends a code to what was typed, which stays for sending it once more. */
  async function sendCode() {
    await save.mutateAsync({ address: address.trim() })
    notify('success', say('codeSent', { to: address.trim() }))
    setOpen(false)
  }
  const missing = (field: string, text: string): Faults => (text.trim() ? {} : { [field]: say('mustFill') })
  const { waiting } = mail
  return (
    <div className="message-mail k-stack">
      {mail.address && <p>{say('mailNow', { to: mail.address })}</p>}
      {waiting && <p>{say('mailWaiting', { to: waiting })}</p>}
      {waiting && (
        <Form
          field="code"
          check={() => missing('code', code)}
          onSubmit={async () => {
            await confirm.mutateAsync({ code: normalizeDigits(code) })
            setCode('')
            notify('success', say('mailConfirmed'))
          }}
        >
          {({ faults, busy }) => (
            <TextField
              label={say('code')}
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              error={faults.code}
              onChange={({ target }) => setCode(target.value)}
              after={
                <Button kind="main" type="submit" busy={busy}>
                  {say('confirm')}
                </Button>
              }
            />
          )}
        </Form>
      )}
      {isOpen ? (
        <Form
          className="message-mail k-stack"
          field="address"
          focused
          check={() => missing('address', address)}
          onSubmit={sendCode}
        >
          {({ faults, busy }) => (
            <>
              <TextField
                label={say('address')}
                type="email"
                value={address}
                maxLength={100}
                autoComplete="email"
                error={faults.address}
                onChange={({ target }) => setAddress(target.value)}
                after={
                  <Button kind="main" type="submit" busy={busy}>
                    {say('sendCode')}
                  </Button>
                }
              />
              <Button kind="quiet" disabled={busy} onClick={() => setOpen(false)}>
                {say('cancel')}
              </Button>
            </>
          )}
        </Form>
      ) : (
        <div className="message-ways k-cluster k-gap-3">
          {waiting && address && (
            <Button busy={again.isPending} onClick={() => again.mutate({ address: address.trim() })}>
              {say('sendAgain')}
            </Button>
          )}
          <Button onClick={() => setOpen(true)}>{say(mail.address ? 'changeMail' : 'addMail')}</Button>
          {(mail.address || waiting) && (
            <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate({ address: '' })}>
              {say('removeMail')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
