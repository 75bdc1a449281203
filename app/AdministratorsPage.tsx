import { AdministratorList } from '../features/account/manage/web/AdministratorList.tsx'
import { dialogPart } from '../web/shell/withAntd.tsx'

const RemoveFactorDialog = dialogPart(() => import('../features/session/factor/web/RemoveFactorDialog.tsx'))

/** /account-manage/administrator-list: accounts of staff, whose second factors another feature removes. */
export default function AdministratorsPage() {
  return <AdministratorList FactorRemoval={RemoveFactorDialog} />
}
