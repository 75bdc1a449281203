import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { OutputOf } from '../../../../contract/call.ts'
import { type CallRefused, send, useAction } from '../../../../web/client.ts'
import { freshId } from '../../../../web/freshId.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { Form } from '../../../../web/kit/Form.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { encodeCredential } from '../../rules.ts'
import { factorCalls } from '../contract.ts'
import { CodeForm } from './CodeForm.tsx'
import './Factor.css'
import { useFactorWords } from './words.ts'

function usePicture(uri: string): string {
  const [picture, setPicture] = useState('')
  useEffect(() => {
    let wanted = true
    void import('qrcode').then(async ({ default: QRCode }) => {
      const svg = await QRCode.toString(uri, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
      if (wanted) setPicture(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`)
    })
    return () => {
      wanted = false
    }
  }, [uri])
  return picture
}

function Scan({ uri, secret }: { uri: string; secret: string }) {
  const say = useFactorWords()
  const picture = usePicture(uri)
  return (
    <div className="factor-qr k-stack">
      {picture && <img src={picture} alt={say('qr')} />}
      <span className="k-muted k-small">{say('byHand')}</span>
      <span className="factor-key">{secret.match(/.{1,4}/g)?.join(' ')}</span>
      <div className="factor-ways k-cluster k-gap-3">
        {'clipboard' in navigator && (
          <Button
            onClick={() =>
              void navigator.clipboard.writeText(secret).then(() => notify('success', say('copied')))
            }
          >
            {say('copyKey')}
          </Button>
        )}
        <a href={uri}>{say('openApp')}</a>
      </div>
    </div>
  )
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const say = useFactorWords()
  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    notify('success', say('copied'))
  }
  return (
    <div className="session-form">
      <h2>{say('recoveryTitle')}</h2>
      <p className="k-muted">{say('recoveryHint')}</p>
      <ul className="factor-codes k-grid k-gap-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {'clipboard' in navigator && (
        <Button wide onClick={() => void copy()}>
          {say('copy')}
        </Button>
      )}
      <Button kind="main" wide onClick={onSaved}>
        {say('saved')}
      </Button>
    </div>
  )
}

type Secret = OutputOf<typeof factorCalls.enrolFactor>

/** The password first: a session left open sets up nobody else's telephone. */
function PasswordFirst({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const say = useFactorWords()
  const enrol = useAction(factorCalls.enrolFactor, { quiet: true })
  const [password, setPassword] = useState('')
  const submit = () => enrol.mutateAsync({ password: encodeCredential(password) }).then(onSecret)

  return (
    <Form className="session-form" onSubmit={submit} field="password" focused>
      {({ faults, busy }) => (
        <>
          <TextField
            label={say('password')}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={faults.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button kind="main" type="submit" wide busy={busy} disabled={password === ''}>
            {say('next')}
          </Button>
        </>
      )}
    </Form>
  )
}

/** Requests a secret where the password was entered a moment ago. */
function FreshSecret({ children }: { children: (secret: Secret) => ReactNode }) {
  // The secret of this dialog: requested once, and not again while the code is typed.
  const [opening] = useState(freshId)
  const secret = useQuery<Secret, CallRefused>({
    queryKey: [factorCalls.enrolFactor.path, opening],
    queryFn: () => send(factorCalls.enrolFactor, {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return <Loaded query={secret}>{children}</Loaded>
}

/**
 * Scan, first code, recovery codes; passes the fresh token on once these were saved. `withPassword` asks for the
 * password first; `onCancel` is a way out before.
 */
export function EnrolFactor({
  onToken,
  onCancel,
  withPassword = false,
}: {
  onToken: (token: string) => void
  onCancel?: () => void
  withPassword?: boolean
}) {
  const say = useFactorWords()
  const [given, setGiven] = useState<Secret | null>(null)
  const [confirmed, setConfirmed] = useState<{ codes: string[]; token: string } | null>(null)

  if (confirmed) {
    return <RecoveryCodes codes={confirmed.codes} onSaved={() => onToken(confirmed.token)} />
  }
  const setUp = ({ uri, secret }: Secret) => (
    <>
      <p>{say('scanHint')}</p>
      <Scan uri={uri} secret={secret} />
      <CodeForm
        label={say('code')}
        onCode={async (vcode) => {
          const { recoveryCodes, data } = await send(factorCalls.confirmFactor, { vcode }, { quiet: true })
          setConfirmed({ codes: recoveryCodes, token: data.tokenCode })
        }}
      />
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          {say('cancel')}
        </Button>
      )}
    </>
  )
  if (given) return setUp(given)
  return withPassword ? <PasswordFirst onSecret={setGiven} /> : <FreshSecret>{setUp}</FreshSecret>
}
