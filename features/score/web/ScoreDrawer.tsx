import Timeline from 'antd/es/timeline'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { useReason } from '../../../web/reason.ts'
import { useBilingual } from '../../../web/words.ts'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { scoreCalls } from '../contract.ts'
import { scoreSourceNames } from '../rules.ts'
import { ResultTag } from './ResultTag.tsx'
import { ScoreFacts } from './ScoreFacts.tsx'
import { useScoreWords } from './words.ts'

/** A score with all its entries: what each said, where it came from, who entered it, when and why. */
export default function ScoreDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useScoreWords()
  const pick = useBilingual()
  const reasonOf = useReason()
  const entries = useCall(scoreCalls.findEntries, { id }, { staleTime: 0 })
  // One that is deleted is listed where its result is asked for.
  const found = useCall(scoreCalls.query, {
    id,
    result: ['passed', 'failed', 'absent', 'deleted'],
    limit: 5,
  })
  const score = found.data?.list[0]
  return (
    <OfficeDrawer
      open
      onClose={onClose}
      title={score ? say('historyOf', { name: score.realName }) : say('history')}
    >
      <div className="k-stack k-gap-4">
        {score && <ScoreFacts score={score} />}
        {score?.kind === 'signUp' && <ProposalNotice about={{ subjectId: id }} />}
        <Loaded query={entries} skeleton={<Skeleton lines={6} />}>
          {(list) => (
            <Timeline
              items={list.map(({ no, points, result, source, by, reason, at }) => ({
                key: no,
                content: (
                  <>
                    {points !== null && <strong>{points} </strong>}
                    <ResultTag result={result} />{' '}
                    {say('entryBy', {
                      source: pick(scoreSourceNames[source].zh, scoreSourceNames[source].en),
                      by: by ?? say('system'),
                    })}
                    <div className="k-caption">{dateTime(at)}</div>
                    {reason && <div>{reasonOf(reason)}</div>}
                  </>
                ),
              }))}
            />
          )}
        </Loaded>
      </div>
    </OfficeDrawer>
  )
}
