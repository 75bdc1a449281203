import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { send } from '../../../web/client.ts'
import { date } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { Form } from '../../../web/kit/Form.tsx'
import { useBilingual, useStateName } from '../../../web/words.ts'
import { useCaptcha } from '../../captcha/web/Captcha.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { certificateCalls, certificateLifecycle, toneOf } from '../contract.ts'
import { levelNames } from '../template/rules.ts'
import { useSkillWords } from './skillWords.ts'

type Found = OutputOf<typeof certificateCalls.lookUpSkill>['list']

/** Finds the skill certificates of a person by name and number, after a captcha; nobody learns who is known. */
export function SkillLookUp() {
  const say = useSkillWords()
  const pick = useBilingual()
  const stateName = useStateName(certificateLifecycle)
  const captcha = useCaptcha()
  const [realName, setName] = useState('')
  const [number, setNumber] = useState('')
  const [found, setFound] = useState<Found | null>(null)

  async function lookUp() {
    setFound(null)
    const unitId = visitedUnit()
    const answer = await captcha.solve((captchaVO) =>
      send(
        certificateCalls.lookUpSkill,
        {
          realName: realName.trim(),
          number: number.trim(),
          captchaVO,
          ...(unitId ? { unitId } : {}),
        },
        { quiet: true },
      ),
    )
    if (answer) setFound(answer.list)
  }
  return (
    <section className="k-card padded k-stack skill-look-up" aria-label={say('lookUpTitle')}>
      <h2>{say('lookUpTitle')}</h2>
      <p className="k-muted">{say('lookUpLead')}</p>
      <Form
        className="k-stack"
        field="number"
        check={() => ({
          ...(realName.trim().length < 2 ? { realName: say('wrongName') } : {}),
          ...(number.trim().length < 4 ? { number: say('wrongNumber') } : {}),
        })}
        onSubmit={lookUp}
      >
        {({ faults, busy }) => (
          <>
            <TextField
              label={say('realName')}
              error={faults.realName}
              autoComplete="off"
              maxLength={40}
              value={realName}
              onChange={({ target }) => setName(target.value)}
            />
            <TextField
              label={say('numberOrCard')}
              hint={say('numberHint')}
              error={faults.number}
              autoComplete="off"
              maxLength={60}
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
            <Button type="submit" wide busy={busy}>
              {say('findOut')}
            </Button>
          </>
        )}
      </Form>
      {captcha.sheet}
      <div role="status" className="k-stack">
        {found?.length === 0 && <p>{say('noCertificate')}</p>}
        {found && found.length > 0 && (
          <>
            <p>{say('found', { count: found.length })}</p>
            <ul className="k-list k-stack k-gap-2">
              {found.map((one) => (
                <li key={one.number} className="k-card padded k-stack k-gap-2">
                  <h3>
                    {one.title} {one.level && pick(levelNames[one.level].zh, levelNames[one.level].en)}
                  </h3>
                  <p className="k-small">
                    <span className={`k-tag ${toneOf(one.status)}`}>{stateName(one.status)}</span>{' '}
                    {one.number} · {say('issued', { date: date(one.issuedDate) })}
                  </p>
                  <p>
                    <a href={`/check/${one.verifyCode}`} target="_blank" rel="noreferrer">
                      {say('verify')}
                      <span className="k-hidden">{` ${one.number}`}</span>
                    </a>
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}
