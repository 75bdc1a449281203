import Descriptions from 'antd/es/descriptions'
import type { BatchResult } from '../../../../contract/selection.ts'
import { useAction } from '../../../../web/client.ts'
import type { Selected } from '../../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../../web/shell/form/ReasonItem.tsx'
import { useCertificateName } from '../../web/certificateName.ts'
import { type RegisteredCertificate, registerCalls } from '../contract.ts'
import { useRegisterWords } from './words.ts'

/** Certificates that are listed one by one; of more the first, and how many there are. */
const listed = 5

/** Asks for the reason for which certificates are revoked or issued again, and shows whose and which they are. */
export default function ReasonDialog({
  action,
  selected,
  rows,
  onSaved,
  onClose,
}: {
  action: 'revoke' | 'reissue'
  selected: Selected
  /** The certificates, where they were chosen one by one. */
  rows: readonly RegisteredCertificate[]
  onSaved: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useRegisterWords()
  const nameOf = useCertificateName()
  const revoke = useAction(registerCalls.revoke, { quiet: true })
  const reissue = useAction(registerCalls.reissue, { quiet: true })
  const run = action === 'revoke' ? revoke : reissue
  const one = selected.count === 1 ? rows[0] : undefined
  return (
    <FormDialog<{ reason: string }, BatchResult>
      name={action}
      title={say(action)}
      submit={say(action)}
      danger={action === 'revoke'}
      values={{ reason: '' }}
      onSave={({ reason }) => run.mutateAsync({ ...selected.selection, reason })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {one ? (
        <Descriptions
          bordered
          size="small"
          column={1}
          items={[
            { key: 'holder', label: say('holder'), children: `${one.realName} · ${one.unitName}` },
            { key: 'subject', label: say('subject'), children: nameOf(one) },
            { key: 'number', label: say('certificateNo'), children: one.number },
          ]}
        />
      ) : (
        <>
          <p>{say(`${action}Many`, { count: selected.said })}</p>
          {rows.length > 0 && (
            <ul>
              {rows.slice(0, listed).map((row) => (
                <li key={row.id}>{[row.realName, nameOf(row), row.number].join(' · ')}</li>
              ))}
              {rows.length > listed && <li>{say('andMore', { count: rows.length - listed })}</li>}
            </ul>
          )}
        </>
      )}
      <p style={{ marginTop: 12 }}>{say(`${action}Hint`)}</p>
      <ReasonItem />
    </FormDialog>
  )
}
