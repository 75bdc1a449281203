import { useRef, useState } from 'react'
import { isMobile } from '../../../../contract/identity.ts'
import { normalizeDigits, normalizeMobile } from '../../../../contract/normalize.ts'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { notify } from '../../../../web/notice.ts'
import { useStoredCountdown } from '../../../../web/storedCountdown.ts'
import { useCaptcha } from '../../../captcha/web/Captcha.tsx'
import { useSystemConfig, visitedUnit } from '../../../project/web/settings.ts'
import type { Faults } from '../../../../web/kit/Form.tsx'
import type { ProvenMobile } from '../../web/proof.ts'
import { useSessionWords } from '../../web/words.ts'
import { codeCalls } from '../contract.ts'

/** Returns a check of a number and its code before any request; one's own number needs no check. */
export function useProofFaults(): (proof: ProvenMobile, own?: boolean) => Faults {
  const say = useSessionWords()
  return ({ mobile, msgCode, codeToken }, own = false) => ({
    ...(own || isMobile(mobile) ? {} : { mobile: say('wrongMobile') }),
    ...(/^\d{6}$/.test(msgCode) ? {} : { msgCode: say('wrongCode') }),
    ...(codeToken === '' ? { msgCode: say('codeFirst') } : {}),
  })
}

/**
 * Asks for a mobile number and a code; the wait of a minute continues over a reload. With `own`, one's own number
 * masked, no number is entered: the code goes there.
 */
export function CodeInput({
  call,
  value,
  onChange,
  errors,
  own,
  label,
}: {
  call: (typeof codeCalls)[keyof typeof codeCalls]
  value: ProvenMobile
  onChange: (value: ProvenMobile) => void
  errors: Faults
  own?: string
  label?: string
}) {
  const say = useSessionWords()
  const demo = useSystemConfig()?.demo
  const captcha = useCaptcha()
  const [wait, startWait] = useStoredCountdown(`code ${call.path} ${own ?? ''}`)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useAction(call, { quiet: true })

  const box = useRef<HTMLDivElement>(null)
  const focus = (field: 'mobile' | 'msgCode') =>
    box.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()

  async function get() {
    if (own === undefined && !isMobile(value.mobile)) {
      setProblem(say('wrongMobile'))
      return focus('mobile')
    }
    setProblem(null)
    const unitId = visitedUnit()
    try {
      const sent = await captcha.solve((captchaVO) =>
        sending.mutateAsync({
          ...(own === undefined ? { mobile: value.mobile } : {}),
          captchaVO,
          ...(unitId ? { unitId } : {}),
        } as { mobile: string }),
      )
      if (!sent) return
      onChange({ ...value, codeToken: sent.codeToken })
      startWait(sent.seconds)
      notify('success', say('sent'))
      focus('msgCode')
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  return (
    <div ref={box} className="session-code">
      {own === undefined ? (
        <TextField
          label={label ?? say('mobile')}
          name="mobile"
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          value={value.mobile}
          error={problem ?? errors.mobile}
          onChange={(event) => onChange({ ...value, mobile: normalizeMobile(event.target.value) })}
        />
      ) : (
        <p>{say('sendsTo', { mobile: own })}</p>
      )}
      <TextField
        label={say('msgCode')}
        name="msgCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value.msgCode}
        error={(own === undefined ? null : problem) ?? errors.msgCode ?? errors.codeToken}
        hint={
          demo && value.codeToken ? (
            <a href="/dev/outbox" target="_blank" rel="noreferrer">
              {say('outbox')}
            </a>
          ) : undefined
        }
        onChange={(event) => onChange({ ...value, msgCode: normalizeDigits(event.target.value).slice(0, 6) })}
        after={
          <Button busy={sending.isPending} disabled={wait > 0} onClick={() => void get()}>
            {wait > 0 ? say('again', { seconds: wait }) : say('getCode')}
          </Button>
        }
      />
      {captcha.sheet}
    </div>
  )
}
