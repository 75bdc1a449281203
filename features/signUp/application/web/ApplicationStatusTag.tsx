import { useStateName } from '../../../../web/words.ts'
import type { ApplicationStatus } from '../contract.ts'
import { applicationLifecycle } from '../rules.ts'

const tones: Record<ApplicationStatus, string> = {
  applied: '',
  approved: 'warn',
  confirmed: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  lapsed: 'plain',
  refunded: 'plain',
}

/** The status of an application as a coloured tag. */
export function ApplicationStatusTag({ status }: { status: ApplicationStatus }) {
  const nameOf = useStateName(applicationLifecycle)
  return <span className={`k-tag ${tones[status]}`}>{nameOf(status)}</span>
}
