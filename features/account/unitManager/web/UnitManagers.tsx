import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { Empty, Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { RowList } from '../../../../web/shell/list/RowList.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import type { Handover } from '../../manage/web/OneTimePassword.tsx'
import { type UnitManager, unitManagerCalls } from '../contract.ts'
import { useStateName } from '../../../../web/words.ts'
import { accountLifecycle } from '../../manage/rules.ts'
import { useUnitManagerWords } from './words.ts'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'

const OneTimePassword = dialogPart(() => import('../../manage/web/OneTimePassword.tsx'))
const AccountDrawer = dialogPart(() => import('../../manage/web/AccountDrawer.tsx'))
const AddManagerDialog = dialogPart(() => import('./AddManagerDialog.tsx'))

/** Managers of a unit: listed, added from existing accounts or as new ones, removed. */
export function UnitManagers({ unitId, unitName }: { unitId: string; unitName: string }) {
  const say = useUnitManagerWords()
  const stateName = useStateName(accountLifecycle)
  const mayAdd = useMay(unitManagerCalls.addUnitManager)
  const maySee = useMay('/account-manage/administrator-list')
  const [adding, setAdding] = useState<'known' | 'new' | null>(null)
  const [handover, setHandover] = useState<Handover | null>(null)
  const query = useCall(unitManagerCalls.findUnitManagerList, { unitId }, { staleTime: 0 })
  const remove = useAction(unitManagerCalls.removeUnitManager)

  const removal = (row: UnitManager) => ({
    key: 'remove',
    label: say('remove'),
    danger: true,
    confirm: {
      title: say('removeConfirm', { name: row.userName }),
      text: row.only ? say('removeOnly') : say('removeText', { role: row.roleName }),
    },
    onClick: () =>
      remove.mutate({
        unitId,
        roleId: row.roleId,
        accountId: row.accountId,
        onDone: ({ disabled }) =>
          notify('success', say(disabled ? 'removedDisabled' : 'removed', { name: row.userName })),
      }),
  })
  return (
    <>
      <p className="unit-hint k-caption">{say('hint')}</p>
      {mayAdd && (
        <div className="crud-bar k-cluster">
          <Button type="primary" onClick={() => setAdding('new')}>
            {say('addNew')}
          </Button>
          {maySee && <Button onClick={() => setAdding('known')}>{say('addKnown')}</Button>}
        </div>
      )}
      <Loaded query={query}>
        {(managers) => (
          <RowList<UnitManager>
            name={say('managers')}
            rows={managers}
            keyOf={(row) => `${row.accountId} ${row.roleId}`}
            empty={<Empty title={say('none')} />}
            columns={[
              { key: 'realName', title: say('realName'), dataIndex: 'userName' },
              { key: 'account', title: say('account'), dataIndex: 'loginName' },
              { key: 'mobile', title: say('mobile'), dataIndex: 'mobileMask' },
              { key: 'role', title: say('role'), dataIndex: 'roleName' },
              {
                key: 'status',
                title: say('status'),
                card: 'tag',
                render: (_, row) => (
                  <>
                    <Tag color={row.status === 'active' ? 'green' : 'default'}>{stateName(row.status)}</Tag>
                    {row.mustChangePassword && <Tag color="orange">{say('mustChangePassword')}</Tag>}
                  </>
                ),
              },
              {
                key: 'lastSignIn',
                title: say('lastSignIn'),
                render: (_, row) => (row.lastLoginAt ? <When at={row.lastLoginAt} /> : say('neverSignedIn')),
              },
              ...(mayAdd
                ? [
                    {
                      key: 'actions',
                      title: say('actions'),
                      fixed: 'right' as const,
                      render: (_: unknown, row: UnitManager) =>
                        row.manageable && row.status === 'active' && <RowActions actions={[removal(row)]} />,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {adding === 'known' && (
        <AddManagerDialog unitId={unitId} unitName={unitName} onClose={() => setAdding(null)} />
      )}
      {adding === 'new' && (
        <AccountDrawer account={null} unitId={unitId} onClose={() => setAdding(null)} onMade={setHandover} />
      )}
      {handover && <OneTimePassword handover={handover} onClose={() => setHandover(null)} />}
    </>
  )
}
