import { Tabs } from '../../../web/kit/Tabs.tsx'
import { usePart } from '../../../web/shell/view/usePart.ts'
import { AppealTable } from './AppealTable.tsx'
import { ScoreTable } from './ScoreTable.tsx'
import { useScoreWords } from './words.ts'

const parts = ['scores', 'appeals'] as const

/** /cms-manage/score-manage: scores of class exams and of exams people sign up for, and the appeals about them. */
export default function ScoreManagePage() {
  const say = useScoreWords()
  const [part, show] = usePart(parts)
  return (
    <Tabs
      label={say('parts')}
      value={part}
      tabs={parts.map((key) => ({ key, label: say(`part_${key}`) }))}
      onChange={show}
    >
      <div className="k-tab-part">{part === 'scores' ? <ScoreTable /> : <AppealTable />}</div>
    </Tabs>
  )
}
