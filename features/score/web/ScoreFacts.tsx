import { FactTable } from '../../../web/shell/control/FactTable.tsx'
import type { ScoreRow } from '../contract.ts'
import { ResultTag } from './ResultTag.tsx'
import { useScoreWords } from './words.ts'

/** Facts of a score: its exam and subject, and what it says now. */
export function ScoreFacts({
  score: { title, subjectName, ticketNo, points, fullScore, result },
}: {
  score: Pick<ScoreRow, 'title' | 'subjectName' | 'ticketNo' | 'points' | 'fullScore' | 'result'>
}) {
  const say = useScoreWords()
  return (
    <FactTable
      facts={[
        [say('examFilter'), title],
        [say('subjectOrClass'), subjectName],
        [say('ticketNumber'), ticketNo],
        [
          say('before'),
          <span key="now">
            {points !== null && say('scoreOf', { points, full: fullScore })} <ResultTag result={result} />
          </span>,
        ],
      ]}
    />
  )
}
