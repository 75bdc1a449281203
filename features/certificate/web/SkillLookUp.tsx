import { send } from '../../../web/client.ts'
import { date } from '../../../web/format.ts'
import { useBilingual, useStateName } from '../../../web/words.ts'
import { PersonLookUp } from '../../captcha/web/PersonLookUp.tsx'
import { certificateCalls, certificateLifecycle, toneOf } from '../contract.ts'
import { levelNames } from '../template/rules.ts'
import { useSkillWords } from './skillWords.ts'

/** Finds the skill certificates of a person by name and number, after a captcha. */
export function SkillLookUp() {
  const say = useSkillWords()
  const pick = useBilingual()
  const stateName = useStateName(certificateLifecycle)
  return (
    <PersonLookUp
      title={say('lookUpTitle')}
      lead={say('lookUpLead')}
      label={say('numberOrCard')}
      hint={say('numberHint')}
      field="number"
      wrongNumber={say('wrongNumber')}
      submit={say('findOut')}
      none={say('noCertificate')}
      find={(person) => send(certificateCalls.lookUpSkill, person, { quiet: true })}
    >
      {(found) => (
        <>
          <p>{say('found', { count: found.length })}</p>
          <ul className="k-list k-stack k-gap-2">
            {found.map((one) => (
              <li key={one.number} className="k-card padded k-stack k-gap-2">
                <h3>
                  {one.title} {one.level && pick(levelNames[one.level].zh, levelNames[one.level].en)}
                </h3>
                <p className="k-small">
                  <span className={`k-tag ${toneOf(one.status)}`}>{stateName(one.status)}</span> {one.number}{' '}
                  · {say('issued', { date: date(one.issuedDate) })}
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
    </PersonLookUp>
  )
}
