import { words } from '../../../web/words.ts'

export const useFolderWords = words(
  'folder',
  {
    folders: '目录',
    all: '全部',
    create: '新建目录',
    createBelow: '新建下级目录',
    rename: '重命名',
    delete: '删除',
    name: '名称',
    cancel: '取消',
    deleteConfirm: '删除目录“{name}”？',
  },
  {
    folders: 'Folders',
    all: 'All',
    create: 'New folder',
    createBelow: 'New folder inside',
    rename: 'Rename',
    delete: 'Delete',
    name: 'Name',
    cancel: 'Cancel',
    deleteConfirm: 'Delete the folder "{name}"?',
  },
)
