import Tag from 'antd/es/tag'
import type { ClassStatus } from '../contract.ts'
import { useClassWords } from './words.ts'

const colours: Record<ClassStatus, string> = {
  draft: 'default',
  on_shelf: 'green',
  off_shelf: 'orange',
  deleted: 'red',
}

/** Where a class stands, in words and colour. */
export function ClassStatusTag({ status }: { status: ClassStatus }) {
  const say = useClassWords()
  return <Tag color={colours[status]}>{say(status)}</Tag>
}
