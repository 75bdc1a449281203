import { useCall } from '../../../../web/client.ts'
import { ButtonLink } from '../../../../web/kit/Button.tsx'
import { completeCalls } from '../contract.ts'
import './Reminder.css'
import { useReminderWords } from './reminderWords.ts'

/** Reminds a learner with an incomplete profile what requires it, with a link. */
export function InfoReminder() {
  const say = useReminderWords()
  const { data } = useCall(completeCalls.isNeedComplete, {}, { staleTime: 60_000 })
  if (!data || data.state === 2) return null
  return (
    <div className="complete-reminder k-cluster k-gap-3 k-split k-alert" role="status">
      <p>{say('reminder')}</p>
      <ButtonLink to="/student/info?redirect=/my">{say('action')}</ButtonLink>
    </div>
  )
}
