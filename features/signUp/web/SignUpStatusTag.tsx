import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { useStateName } from '../../../web/words.ts'
import type { SignUpStatus } from '../contract.ts'
import { signUpLifecycle } from '../rules.ts'

const colours: Record<SignUpStatus, TagColor> = {
  draft: 'default',
  open: 'green',
  closed: 'default',
  deleted: 'red',
}

/** The status of a sign-up as a coloured tag. */
export function SignUpStatusTag({ status }: { status: SignUpStatus }) {
  const nameOf = useStateName(signUpLifecycle)
  return <Tag color={colours[status]}>{nameOf(status)}</Tag>
}
