import Descriptions from 'antd/es/descriptions'
import type { ReactNode } from 'react'
import { useCall } from '../../../web/client.ts'
import { dateTime, number } from '../../../web/format.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { useBilingual } from '../../../web/words.ts'
import { exceptionLogCalls, type ServerErrorDetail } from '../contract.ts'
import { errorStatusWords, sourceWords } from '../rules.ts'
import './Exception.css'
import { useExceptionLogWords } from './words.ts'

/** One error: what it said, how often and where it was thrown, with the numbers under which the log has it. */
export default function ExceptionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useExceptionLogWords()
  const query = useCall(exceptionLogCalls.find, { id })
  return (
    <OfficeDrawer open onClose={onClose} size={dialogWidths.wide} title={say('details')}>
      <Loaded query={query}>{(error) => <Known error={error} />}</Loaded>
    </OfficeDrawer>
  )
}

function Known({ error }: { error: ServerErrorDetail }) {
  const say = useExceptionLogWords()
  const pick = useBilingual()
  const { source, accountId, traceIds, stack } = error
  const state = errorStatusWords[error.status]
  const line = (key: string, label: string, children: ReactNode) => ({ key, label, children })
  return (
    <>
      <Descriptions
        bordered
        className="exception-facts"
        size="small"
        column={1}
        items={[
          line('place', say('place'), <span className="k-prose">{error.place}</span>),
          line('source', say('source'), pick(sourceWords[source].zh, sourceWords[source].en)),
          line('message', say('message'), <span className="k-prose">{error.message}</span>),
          line('kind', say('kind'), error.kind),
          line('times', say('times'), number(error.times)),
          line('firstAt', say('firstAt'), dateTime(error.firstAt)),
          line('lastAt', say('lastAt'), dateTime(error.lastAt)),
          line('status', say('status'), pick(state.zh, state.en)),
          line('openedAt', say('openedAt'), dateTime(error.openedAt)),
          ...(error.resolvedAt ? [line('resolvedAt', say('resolvedAt'), dateTime(error.resolvedAt))] : []),
          line('release', say('release'), error.release),
          ...(error.page ? [line('page', say('page'), <span className="k-prose">{error.page}</span>)] : []),
          ...(error.isOfProject ? [] : [line('project', say('project'), say('noProject'))]),
          ...(accountId
            ? [line('account', say('concerned'), <CopyText text={accountId} name={say('concerned')} />)]
            : []),
          line(
            'traces',
            say('traceIds'),
            <ul className="k-list">
              {traceIds.map((traceId) => (
                <li key={traceId}>
                  <CopyText text={traceId} name={say('traceId')} />
                </li>
              ))}
            </ul>,
          ),
        ]}
      />
      <h3 className="exception-heading">{say('stack')}</h3>
      {stack === '' ? (
        <p className="k-muted">{say('noStack')}</p>
      ) : (
        <pre className="exception-stack k-prose">{stack}</pre>
      )}
    </>
  )
}
