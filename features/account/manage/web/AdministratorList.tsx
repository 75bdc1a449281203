import { useState } from 'react'
import { useBegin } from '../../../../web/shell/view/useBegin.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { type ManagedAccount, manageCalls } from '../contract.ts'
import { AccountTable, type FactorRemoval } from './AccountTable.tsx'
import type { Handover } from './OneTimePassword.tsx'
import { useManageWords } from './words.ts'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'

const OneTimePassword = dialogPart(() => import('./OneTimePassword.tsx'))
const AccountDrawer = dialogPart(() => import('./AccountDrawer.tsx'))

/** /account-manage/administrator-list: accounts of staff; add, change, disable, reset, unbind, delete. */
export function AdministratorList({
  FactorRemoval,
  unitId,
}: {
  FactorRemoval: FactorRemoval
  /** The unit a new account begins with: that of a reader who manages one. */
  unitId?: string | undefined
}) {
  const say = useManageWords()
  const mayAdd = useMay(manageCalls.addAccount)
  const [opened, setOpened] = useState<ManagedAccount | 'new' | null>(null)
  useBegin('administrator', () => setOpened('new'))
  const [handover, setHandover] = useState<Handover | null>(null)
  return (
    <>
      <AccountTable
        onEdit={setOpened}
        FactorRemoval={FactorRemoval}
        toolbar={
          mayAdd && (
            <Button type="primary" onClick={() => setOpened('new')}>
              {say('create')}
            </Button>
          )
        }
      />
      {opened && (
        <AccountDrawer
          account={opened === 'new' ? null : opened}
          {...(unitId ? { unitId } : {})}
          onClose={() => setOpened(null)}
          onMade={setHandover}
        />
      )}
      {handover && <OneTimePassword handover={handover} onClose={() => setHandover(null)} />}
    </>
  )
}
