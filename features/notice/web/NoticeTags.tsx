import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBilingual, useStateName } from '../../../web/words.ts'
import type { NoticeRow, NoticeStatus } from '../contract.ts'
import { noticeLifecycle, phaseNames } from '../rules.ts'

const colours = { draft: 'default', published: 'green', withdrawn: 'orange', deleted: 'red' } as const
const phaseColours = { scheduled: 'blue', shown: 'green', ended: 'default' } as const

/** The status of a notice or announcement as a tag. */
export function NoticeStatusTag({ status }: { status: NoticeStatus }) {
  const nameOf = useStateName(noticeLifecycle)
  return <Tag color={colours[status]}>{nameOf(status)}</Tag>
}

/** The status of a notice as a tag; of a published one where it is in its period. */
export function NoticeTag({ notice: { status, phase } }: { notice: Pick<NoticeRow, 'status' | 'phase'> }) {
  const pick = useBilingual()
  if (phase === null) return <NoticeStatusTag status={status} />
  return <Tag color={phaseColours[phase]}>{pick(phaseNames[phase].zh, phaseNames[phase].en)}</Tag>
}
