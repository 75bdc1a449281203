import { useAccount } from '../features/session/web/account.ts'
import { AdministratorList } from '../features/account/manage/web/AdministratorList.tsx'
import { dialogPart } from '../web/shell/form/withAntd.tsx'

const RemoveFactorDialog = dialogPart(() => import('../features/session/factor/web/RemoveFactorDialog.tsx'))

/** /account-manage/administrator-list: accounts of staff, whose second factors another feature removes. */
export default function AdministratorsPage() {
  const account = useAccount()
  const unitId = account?.wholeProject === false ? (account.unitId ?? undefined) : undefined
  return <AdministratorList FactorRemoval={RemoveFactorDialog} unitId={unitId} />
}
