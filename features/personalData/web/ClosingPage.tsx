import { useSearchParams } from 'react-router'
import { dateTime } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import { usePersonalDataWords } from './words.ts'

/** /account-closing: when the account is closed that its reader has just left, and how to keep it. */
export default function ClosingPage() {
  const say = usePersonalDataWords()
  const [query] = useSearchParams()
  const due = query.get('due') ?? ''
  const isMoment = !Number.isNaN(Date.parse(due))
  return (
    <SessionCard title={say('closingTitle')}>
      {isMoment && <p>{say('closingDue', { time: dateTime(due) })}</p>}
      <p>{say('closingUndo')}</p>
      <ButtonLink kind="main" to="/">
        {say('home')}
      </ButtonLink>
    </SessionCard>
  )
}
