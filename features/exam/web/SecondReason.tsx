import Input from 'antd/es/input'
import { secondAbove } from '../../approval/rules.ts'
import { useExamWords } from './words.ts'

/** Whether a second person has to read a reason that is not there yet. */
export const lacksReason = (learners: number, reason: string) =>
  learners > secondAbove && reason.trim().length < 2

/** The reason as a call takes it. */
export const reasonOf = (reason: string) => (reason.trim() ? { reason: reason.trim() } : {})

/** Says that so many learners take a second person, and asks for the reason; nothing for fewer. */
export function SecondReason({
  learners,
  value,
  onChange,
}: {
  learners: number
  value: string
  onChange: (reason: string) => void
}) {
  const say = useExamWords()
  if (learners <= secondAbove) return null
  return (
    <>
      <p>{say('secondNeeded', { count: learners })}</p>
      <Input.TextArea
        aria-label={say('reason')}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
