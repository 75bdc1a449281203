import { AdministratorList } from '../features/account/manage/web/AdministratorList.tsx'
import { RemoveFactorModal } from '../features/session/factor/web/RemoveFactorModal.tsx'

/** /account-manage/administrator-list: accounts of staff, whose second factors another feature removes. */
export default function AdministratorsPage() {
  return <AdministratorList FactorRemoval={RemoveFactorModal} />
}
