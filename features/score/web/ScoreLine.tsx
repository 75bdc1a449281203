import type { ReactNode } from 'react'
import { useBilingual } from '../../../web/words.ts'
import { type ScoreResult, scoreResultNames } from '../rules.ts'
import { useMyScoreWords } from './myScoreWords.ts'

const tones: Readonly<Record<ScoreResult, string>> = {
  passed: 'good',
  failed: 'bad',
  absent: 'plain',
  deleted: 'plain',
}

/** A score as its person reads it: the subject, the points of how many, what they mean, and below it what can be done. */
export function ScoreLine({
  score: { subjectName, points, fullScore, passScore, result },
  children,
}: {
  score: {
    subjectName: string
    points: number | null
    fullScore: number
    passScore?: number
    result: ScoreResult
  }
  children?: ReactNode
}) {
  const say = useMyScoreWords()
  const pick = useBilingual()
  const { zh, en } = scoreResultNames[result]
  return (
    <li className="k-stack k-gap-2">
      <div className="k-cluster k-split">
        <span className="k-break">
          {subjectName}
          {points !== null && (
            <strong>
              {' '}
              {passScore === undefined
                ? say('pointsShort', { points, full: fullScore })
                : say('pointsOf', { points, full: fullScore, pass: passScore })}
            </strong>
          )}
        </span>
        <span className={`k-tag ${tones[result]}`}>{pick(zh, en)}</span>
      </div>
      {children}
    </li>
  )
}
