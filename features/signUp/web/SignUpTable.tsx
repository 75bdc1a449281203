import { Link } from 'react-router'
import { Button } from '../../../web/shell/control/Button.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useStateName } from '../../../web/words.ts'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { signUpCalls, signUpExports, type SignUpRow } from '../contract.ts'
import { type SignUpKind, signUpLifecycle } from '../rules.ts'
import { signUpOfficePaths } from './officePaths.ts'
import { SignUpBatch } from './SignUpBatch.tsx'
import { SignUpFee } from './SignUpFee.tsx'
import { SignUpStatusTag } from './SignUpStatusTag.tsx'
import { useMayFor } from './useMayFor.ts'
import { useSignUpActions } from './useSignUpActions.ts'
import { useSignUpWords } from './words.ts'

/** Sign-ups of a kind, with how many applications wait at each step. */
export function SignUpTable({ kind }: { kind: SignUpKind }) {
  const say = useSignUpWords()
  const navigate = useViewNavigate()
  const stateName = useStateName(signUpLifecycle)
  const mayWrite = useMayFor(kind, signUpCalls.save)
  const mayPublish = useMayFor(kind, signUpCalls.updateStatus, 'publish')
  const mayDelete = useMayFor(kind, signUpCalls.delete, 'delete')
  const actionsOf = useSignUpActions(kind)
  const { showReport, report } = useBatchReport()
  return (
    <>
      <CrudTable
        call={signUpCalls.findSignUps}
        exportCall={signUpExports.exportSignUps}
        fixed={{ kind }}
        empty={say('empty')}
        batch={
          (mayPublish || mayDelete) && {
            nameOf: (row: SignUpRow) => row.title,
            render: (selected, clear) => (
              <SignUpBatch
                {...{ selected, mayPublish, mayDelete }}
                onResult={(result) => {
                  showReport(result)
                  clear()
                }}
              />
            ),
          }
        }
        toolbar={
          mayWrite && (
            <Button type="primary" onClick={() => navigate(signUpOfficePaths.create(kind))}>
              {say(`create_${kind}`)}
            </Button>
          )
        }
        filters={[
          { name: 'keyword', label: say('title'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: signUpLifecycle.states
              .filter((value) => value !== 'deleted')
              .map((value) => ({ value, label: stateName(value) })),
          },
        ]}
        columns={[
          {
            key: 'title',
            title: say('title'),
            wide: true,
            render: (_, row) => <Link to={signUpOfficePaths.detail(kind, row.id)}>{row.title}</Link>,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => <SignUpStatusTag status={row.status} />,
          },
          { key: 'opensAt', title: say('opensAt'), render: (_, row) => <When at={row.opensAt} /> },
          { key: 'closesAt', title: say('closesAt'), render: (_, row) => <When at={row.closesAt} end /> },
          {
            key: 'fee',
            title: say('fee'),
            align: 'right',
            render: (_, row) => <SignUpFee signUp={row} />,
          },
          {
            key: 'taken',
            title: say('taken'),
            align: 'right',
            render: (_, row) =>
              row.quota === null ? row.taken : say('takenOf', { taken: row.taken, quota: row.quota }),
          },
          { key: 'applied', title: say('applied'), align: 'right', dataIndex: 'applied' },
          { key: 'approved', title: say('approved'), align: 'right', dataIndex: 'approved' },
          { key: 'confirmed', title: say('confirmed'), align: 'right', dataIndex: 'confirmed' },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  {
                    key: 'view',
                    label: say('view'),
                    opens: true,
                    onClick: () => navigate(signUpOfficePaths.detail(kind, row.id)),
                  },
                  ...actionsOf(row),
                ]}
              />
            ),
          },
        ]}
      />
      {report}
    </>
  )
}
