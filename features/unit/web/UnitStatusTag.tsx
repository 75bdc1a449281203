import Tag from 'antd/es/tag'
import { useUnitWords } from './words.ts'

/** Whether a unit takes people: by its own status, or that of one above it. */
export function UnitStatusTag({ status, closed }: { status: string; closed: boolean }) {
  const say = useUnitWords()
  if (status === 'disabled') return <Tag>{say('disabled')}</Tag>
  return closed ? <Tag color="orange">{say('closedAbove')}</Tag> : <Tag color="green">{say('active')}</Tag>
}
