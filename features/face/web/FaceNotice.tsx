import { useSystemConfig } from '../../project/web/settings.ts'
import { retention } from '../rules.ts'
import './Face.css'
import { useFaceWords } from './words.ts'

/** Text of the consent, shown before any camera opens. Another wording is another version of the consent. */
export function FaceNotice() {
  const say = useFaceWords()
  const config = useSystemConfig()
  const { organiser, phone, email } = config?.info ?? { organiser: '', phone: '', email: '' }
  const handler = [organiser || config?.projectTitle, phone, email].filter(Boolean).join(' · ')
  return (
    <div className="face-notice k-stack k-gap-2 k-box">
      <h3>{say('notice')}</h3>
      {handler && <p className="k-muted">{say('handler', { name: handler })}</p>}
      <dl className="k-facts">
        <dt>{say('purpose')}</dt>
        <dd>{say('purposeText')}</dd>
        <dt>{say('how')}</dt>
        <dd>{say('howText')}</dd>
        <dt>{say('keeping')}</dt>
        <dd>{say('keepingText', retention)}</dd>
        <dt>{say('rights')}</dt>
        <dd>{say('rightsText')}</dd>
        <dt>{say('instead')}</dt>
        <dd>{say('insteadText')}</dd>
      </dl>
    </div>
  )
}
