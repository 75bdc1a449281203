import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type ScoreResult, scoreResultNames } from '../rules.ts'

const colors: Readonly<Record<ScoreResult, TagColor>> = {
  passed: 'green',
  failed: 'red',
  absent: 'default',
  deleted: 'default',
}

/** The result of a score as a coloured tag. */
export function ResultTag({ result }: { result: ScoreResult }) {
  const pick = useBilingual()
  const { zh, en } = scoreResultNames[result]
  return <Tag color={colors[result]}>{pick(zh, en)}</Tag>
}
