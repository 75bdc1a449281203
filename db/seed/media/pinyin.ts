/** Reading of each sentence of the lessons: espeak-ng knows few characters but every syllable. */
export const pinyin: Record<string, string> = {
  '数据安全法要点。': 'shu4 ju4 an1 quan2 fa3 yao4 dian3.',
  '这一讲，我们抓住数据安全法的几个要点。':
    'zhe4 yi4 jiang3, wo3 men5 zhua1 zhu4 shu4 ju4 an1 quan2 fa3 de5 ji3 ge4 yao4 dian3.',
  '数据安全法自二零二一年九月一日起施行，共七章五十五条。':
    'shu4 ju4 an1 quan2 fa3 zi4 er4 ling2 er4 yi1 nian2 jiu3 yue4 yi1 ri4 qi3 shi1 xing2, gong4 qi1 zhang1 wu3 shi2 wu3 tiao2.',
  '在我国境内开展数据处理活动，都要遵守它。':
    'zai4 wo3 guo2 jing4 nei4 kai1 zhan3 shu4 ju4 chu3 li3 huo2 dong4, dou1 yao4 zun1 shou3 ta1.',
  '数据，是以电子或者其他方式对信息的记录，纸质档案也在其中。':
    'shu4 ju4, shi4 yi3 dian4 zi3 huo4 zhe3 qi2 ta1 fang1 shi4 dui4 xin4 xi1 de5 ji4 lu4, zhi3 zhi4 dang4 an4 ye3 zai4 qi2 zhong1.',
  '收集、存储、使用、加工、传输、提供、公开，都叫处理。':
    'shou1 ji2, cun2 chu3, shi3 yong4, jia1 gong1, chuan2 shu1, ti2 gong1, gong1 kai1, dou1 jiao4 chu3 li3.',
  '国家对数据分类分级保护，看它有多重要，出了事危害有多大。':
    'guo2 jia1 dui4 shu4 ju4 fen1 lei4 fen1 ji2 bao3 hu4, kan4 ta1 you3 duo1 zhong4 yao4, chu1 le5 shi4 wei1 hai4 you3 duo1 da4.',
  '重要数据重点保护，核心数据的管理更加严格。':
    'zhong4 yao4 shu4 ju4 zhong4 dian3 bao3 hu4, he2 xin1 shu4 ju4 de5 guan3 li3 geng4 jia1 yan2 ge2.',
  '单位要建立全流程管理制度，组织培训，采取技术措施。':
    'dan1 wei4 yao4 jian4 li4 quan2 liu2 cheng2 guan3 li3 zhi4 du4, zu3 zhi1 pei2 xun4, cai3 qu3 ji4 shu4 cuo4 shi1.',
  '处理重要数据的，还要明确负责人和管理机构，定期评估风险。':
    'chu3 li3 zhong4 yao4 shu4 ju4 de5, hai2 yao4 ming2 que4 fu4 ze2 ren2 he2 guan3 li3 ji1 gou4, ding4 qi1 ping2 gu1 feng1 xian3.',
  '发生数据安全事件，应当立即处置，按规定告知用户，并向主管部门报告。':
    'fa1 sheng1 shu4 ju4 an1 quan2 shi4 jian4, ying1 dang1 li4 ji2 chu3 zhi4, an4 gui1 ding4 gao4 zhi1 yong4 hu4, bing4 xiang4 zhu3 guan3 bu4 men2 bao4 gao4.',
  '违反核心数据管理制度，危害国家利益的，最高罚款一千万元。':
    'wei2 fan3 he2 xin1 shu4 ju4 guan3 li3 zhi4 du4, wei1 hai4 guo2 jia1 li4 yi4 de5, zui4 gao1 fa2 kuan3 yi4 qian1 wan4 yuan2.',
  '回到岗位，不把工作数据传到个人网盘和聊天群。':
    'hui2 dao4 gang3 wei4, bu4 ba3 gong1 zuo4 shu4 ju4 chuan2 dao4 ge4 ren2 wang3 pan2 he2 liao2 tian1 qun2.',
  '账号不外借，权限够用就好。': 'zhang4 hao4 bu2 wai4 jie4, quan2 xian4 gou4 yong4 jiu4 hao3.',
  '发现异常，第一时间报告。': 'fa1 xian4 yi4 chang2, di4 yi1 shi2 jian1 bao4 gao4.',
  '个人信息处理的七项原则。': 'ge4 ren2 xin4 xi1 chu3 li3 de5 qi1 xiang4 yuan2 ze2.',
  '个人信息保护法第五条到第九条，定下了处理个人信息的原则，我们归纳成七项。':
    'ge4 ren2 xin4 xi1 bao3 hu4 fa3 di4 wu3 tiao2 dao4 di4 jiu3 tiao2, ding4 xia4 le5 chu3 li3 ge4 ren2 xin4 xi1 de5 yuan2 ze2, wo3 men5 gui1 na4 cheng2 qi1 xiang4.',
  '第一，合法正当。要有同意等法定依据，手段也要正当。':
    'di4 yi1, he2 fa3 zheng4 dang1. yao4 you3 tong2 yi4 deng3 fa3 ding4 yi1 ju4, shou3 duan4 ye3 yao4 zheng4 dang1.',
  '第二，必要。不处理就办不成事，才去处理。':
    'di4 er4, bi4 yao4. bu2 chu3 li3 jiu4 ban4 bu4 cheng2 shi4, cai2 qu4 chu3 li3.',
  '第三，诚信。不得用误导、欺诈、胁迫的方式处理个人信息。':
    'di4 san1, cheng2 xin4. bu4 de2 yong4 wu4 dao3, qi1 zha4, xie2 po4 de5 fang1 shi4 chu3 li3 ge4 ren2 xin4 xi1.',
  '默认勾选、捆绑授权，都不能算真正的同意。':
    'mo4 ren4 gou1 xuan3, kun3 bang3 shou4 quan2, dou1 bu4 neng2 suan4 zhen1 zheng4 de5 tong2 yi4.',
  '第四，目的明确、合理，处理活动与目的直接相关。':
    'di4 si4, mu4 di4 ming2 que4, he2 li3, chu3 li3 huo2 dong4 yu3 mu4 di4 zhi2 jie1 xiang1 guan1.',
  '收集，限于实现目的的最小范围，不过度收集。':
    'shou1 ji2, xian4 yu2 shi2 xian4 mu4 di4 de5 zui4 xiao3 fan4 wei2, bu2 guo4 du4 shou1 ji2.',
  '第五，公开透明。处理规则要公开。': 'di4 wu3, gong1 kai1 tou4 ming2. chu3 li3 gui1 ze2 yao4 gong1 kai1.',
  '处理的目的、方式和范围，要说清楚。':
    'chu3 li3 de5 mu4 di4, fang1 shi4 he2 fan4 wei2, yao4 shuo1 qing1 chu3.',
  '第六，保证质量。信息要准确、完整。':
    'di4 liu4, bao3 zheng4 zhi4 liang4. xin4 xi1 yao4 zhun3 que4, wan2 zheng3.',
  '避免因为错误的信息，给本人带来不利影响。':
    'bi4 mian3 yin1 wei4 cuo4 wu4 de5 xin4 xi1, gei3 ben3 ren2 dai4 lai2 bu2 li4 ying3 xiang3.',
  '第七，负责并保证安全。谁处理，谁负责。':
    'di4 qi1, fu4 ze2 bing4 bao3 zheng4 an1 quan2. shui2 chu3 li3, shui2 fu4 ze2.',
  '采取必要措施，防止信息泄露、篡改、丢失。':
    'cai3 qu3 bi4 yao4 cuo4 shi1, fang2 zhi3 xin4 xi1 xie4 lu4, cuan4 gai3, diu1 shi1.',
  '下次设计登记表，先问三句：为什么要收，能不能少收，什么时候删除。':
    'xia4 ci4 she4 ji4 deng1 ji4 biao3, xian1 wen4 san1 ju4, wei4 shen2 me5 yao4 shou1, neng2 bu5 neng2 shao3 shou1, shen2 me5 shi2 hou4 shan1 chu2.',
  '人工智能素养：会提问、会核对。': 'ren2 gong1 zhi4 neng2 su4 yang3, hui4 ti2 wen4, hui4 he2 dui4.',
  '用好人工智能，先要会提问，更要会核对。':
    'yong4 hao3 ren2 gong1 zhi4 neng2, xian1 yao4 hui4 ti2 wen4, geng4 yao4 hui4 he2 dui4.',
  '大模型按照概率，一个词一个词地续写，这不等于查证。':
    'da4 mo2 xing2 an4 zhao4 gai4 lü4, yi2 ge4 ci2 yi2 ge4 ci2 de5 xu4 xie3, zhe4 bu4 deng3 yu2 cha2 zheng4.',
  '所以它会产生幻觉，把没有的事说得像真的一样。':
    'suo3 yi3 ta1 hui4 chan3 sheng1 huan4 jue2, ba3 mei2 you3 de5 shi4 shuo1 de5 xiang4 zhen1 de5 yi2 yang4.',
  '提问先说目标：要什么，给谁看。': 'ti2 wen4 xian1 shuo1 mu4 biao1, yao4 shen2 me5, gei3 shui2 kan4.',
  '再给背景：已知条件和参考材料。': 'zai4 gei3 bei4 jing3, yi3 zhi1 tiao2 jian4 he2 can1 kao3 cai2 liao4.',
  '然后写明范围、长度和格式，最好给一个例子。':
    'ran2 hou4 xie3 ming2 fan4 wei2, chang2 du4 he2 ge2 shi4, zui4 hao3 gei3 yi2 ge4 li4 zi3.',
  '请它列出步骤和依据，不清楚就继续问。':
    'qing3 ta1 lie4 chu1 bu4 zhou4 he2 yi1 ju4, bu4 qing1 chu3 jiu4 ji4 xu4 wen4.',
  '一次只改一个条件，这样才好比较。':
    'yi2 ci4 zhi3 gai3 yi2 ge4 tiao2 jian4, zhe4 yang4 cai2 hao3 bi3 jiao4.',
  '数字、人名、法条、引文，一律回到原始来源核对。':
    'shu4 zi4, ren2 ming2, fa3 tiao2, yin3 wen2, yi2 lü4 hui2 dao4 yuan2 shi3 lai2 yuan2 he2 dui4.',
  '重要的结论，至少找两个独立来源。':
    'zhong4 yao4 de5 jie2 lun4, zhi4 shao3 zhao3 liang3 ge4 du2 li4 lai2 yuan2.',
  '涉密内容、个人信息和未公开的工作数据，不输入公共平台。':
    'she4 mi4 nei4 rong2, ge4 ren2 xin4 xi1 he2 wei4 gong1 kai1 de5 gong1 zuo4 shu4 ju4, bu4 shu1 ru4 gong1 gong4 ping2 tai2.',
  '对外发布生成的内容，按规定加上标识。':
    'dui4 wai4 fa1 bu4 sheng1 cheng2 de5 nei4 rong2, an4 gui1 ding4 jia1 shang4 biao1 shi2.',
  '记住：人工智能可以起草，负责的永远是人。':
    'ji4 zhu4, ren2 gong1 zhi4 neng2 ke3 yi3 qi3 cao3, fu4 ze2 de5 yong3 yuan3 shi4 ren2.',
  '今天就试一试，用四个要素，把一个老问题重新问一遍。':
    'jin1 tian1 jiu4 shi4 yi5 shi4, yong4 si4 ge4 yao4 su4, ba3 yi2 ge4 lao3 wen4 ti2 chong2 xin1 wen4 yi2 bian4.',
  '心脏骤停：现场急救。': 'xin1 zang1 zhou4 ting2, xian4 chang3 ji2 jiu4.',
  '有人突然倒地，没有反应，最初几分钟最宝贵。':
    'you3 ren2 tu1 ran2 dao3 di4, mei2 you3 fan3 ying4, zui4 chu1 ji3 fen1 zhong1 zui4 bao3 gui4.',
  '先看环境，确认没有触电、火灾、车流和毒气的危险。':
    'xian1 kan4 huan2 jing4, que4 ren4 mei2 you3 chu4 dian4, huo3 zai1, che1 liu2 he2 du2 qi4 de5 wei1 xian3.',
  '轻拍双肩，在耳边大声呼唤。': 'qing1 pai1 shuang1 jian1, zai4 er3 bian1 da4 sheng1 hu1 huan4.',
  '没有反应，就看胸腹有没有起伏，不超过十秒。':
    'mei2 you3 fan3 ying4, jiu4 kan4 xiong1 fu4 you3 mei2 you3 qi3 fu2, bu4 chao1 guo4 shi2 miao3.',
  '没有正常呼吸，马上请人拨打一二零，取来自动除颤器。':
    'mei2 you3 zheng4 chang2 hu1 xi1, ma3 shang4 qing3 ren2 bo1 da3 yao1 er4 ling2, qu3 lai2 zi4 dong4 chu2 chan4 qi4.',
  '成人按压胸骨下半段，深度五到六厘米。':
    'cheng2 ren2 an4 ya1 xiong1 gu3 xia4 ban4 duan4, shen1 du4 wu3 dao4 liu4 li2 mi3.',
  '每分钟一百到一百二十次，每次都让胸廓充分回弹。':
    'mei3 fen1 zhong1 yi4 bai3 dao4 yi4 bai3 er4 shi2 ci4, mei3 ci4 dou1 rang4 xiong1 kuo4 chong1 fen4 hui2 tan2.',
  '受过训练的，按压三十次，吹气两次；不会吹气，就一直按压。':
    'shou4 guo4 xun4 lian4 de5, an4 ya1 san1 shi2 ci4, chui1 qi4 liang3 ci4. bu2 hui4 chui1 qi4, jiu4 yi4 zhi2 an4 ya1.',
  '除颤器一到，马上开机，照图贴好电极片。':
    'chu2 chan4 qi4 yi2 dao4, ma3 shang4 kai1 ji1, zhao4 tu2 tie1 hao3 dian4 ji2 pian4.',
  '分析和放电的时候，谁都不要碰病人。':
    'fen1 xi1 he2 fang4 dian4 de5 shi2 hou4, shui2 dou1 bu2 yao4 peng4 bing4 ren2.',
  '放电以后，立刻继续按压。': 'fang4 dian4 yi3 hou4, li4 ke4 ji4 xu4 an4 ya1.',
  '按压尽量不中断，累了就换人，一直到急救人员接手。':
    'an4 ya1 jin3 liang4 bu4 zhong1 duan4, lei4 le5 jiu4 huan4 ren2, yi4 zhi2 dao4 ji2 jiu4 ren2 yuan2 jie1 shou3.',
  '民法典规定，自愿紧急救助造成损害的，救助人不承担民事责任。':
    'min2 fa3 dian3 gui1 ding4, zi4 yuan4 jin3 ji2 jiu4 zhu4 zao4 cheng2 sun3 hai4 de5, jiu4 zhu4 ren2 bu4 cheng2 dan1 min2 shi4 ze2 ren4.',
  '学术诚信：五条红线。': 'xue2 shu4 cheng2 xin4, wu3 tiao2 hong2 xian4.',
  '做专业技术工作，成果要经得起查。这一讲，说五条红线。':
    'zuo4 zhuan1 ye4 ji4 shu4 gong1 zuo4, cheng2 guo3 yao4 jing1 de2 qi3 cha2. zhe4 yi4 jiang3, shuo1 wu3 tiao2 hong2 xian4.',
  '用了别人的文字、图表、观点，不注明出处，就是抄袭。':
    'yong4 le5 bie2 ren2 de5 wen2 zi4, tu2 biao3, guan1 dian3, bu2 zhu4 ming2 chu1 chu4, jiu4 shi4 chao1 xi2.',
  '换几个词，调一调顺序，也还是抄袭。':
    'huan4 ji3 ge4 ci2, tiao2 yi5 tiao2 shun4 xu4, ye3 hai2 shi4 chao1 xi2.',
  '没有做过的实验，不能写结果；不合意的数据，不能悄悄删掉。':
    'mei2 you3 zuo4 guo4 de5 shi2 yan4, bu4 neng2 xie3 jie2 guo3. bu4 he2 yi4 de5 shu4 ju4, bu4 neng2 qiao1 qiao1 shan1 diao4.',
  '原始记录完整保存，随时可以查。': 'yuan2 shi3 ji4 lu4 wan2 zheng3 bao3 cun2, sui2 shi2 ke3 yi3 cha2.',
  '买论文，请人代写代投，都是失信行为。':
    'mai3 lun4 wen2, qing3 ren2 dai4 xie3 dai4 tou2, dou1 shi4 shi1 xin4 xing2 wei2.',
  '替别人写，同样要追究。': 'ti4 bie2 ren2 xie3, tong2 yang4 yao4 zhui1 jiu1.',
  '有实质贡献，才能署名；挂名和送名，都不允许。':
    'you3 shi2 zhi4 gong4 xian4, cai2 neng2 shu3 ming2. gua4 ming2 he2 song4 ming2, dou1 bu4 yun3 xu3.',
  '没有得到同意，也不能署上别人的名字。':
    'mei2 you3 de2 dao4 tong2 yi4, ye3 bu4 neng2 shu3 shang4 bie2 ren2 de5 ming2 zi4.',
  '一稿多投，或者把一项成果拆开凑数，都不行。':
    'yi4 gao3 duo1 tou2, huo4 zhe3 ba3 yi2 xiang4 cheng2 guo3 chai1 kai1 cou4 shu4, dou1 bu4 xing2.',
  '自己已经发表的内容，再次使用也要说明。':
    'zi4 ji3 yi3 jing1 fa1 biao3 de5 nei4 rong2, zai4 ci4 shi3 yong4 ye3 yao4 shuo1 ming2.',
  '养成三个习惯：引用随手注明，数据随手保存。':
    'yang3 cheng2 san1 ge4 xi2 guan4, yin3 yong4 sui2 shou3 zhu4 ming2, shu4 ju4 sui2 shou3 bao3 cun2.',
  '有利益冲突，主动说明。': 'you3 li4 yi4 chong1 tu1, zhu3 dong4 shuo1 ming2.',
  '发现错误，及时更正，这也是诚信。': 'fa1 xian4 cuo4 wu4, ji2 shi2 geng1 zheng4, zhe4 ye3 shi4 cheng2 xin4.',
  '知识产权：先想清楚再公开。': 'zhi1 shi5 chan3 quan2, xian1 xiang3 qing1 chu3 zai4 gong1 kai1.',
  '一项成果，用什么权利来保护？先想清楚，再公开。':
    'yi2 xiang4 cheng2 guo3, yong4 shen2 me5 quan2 li4 lai2 bao3 hu4. xian1 xiang3 qing1 chu3, zai4 gong1 kai1.',
  '发明专利保护二十年，实用新型十年。':
    'fa1 ming2 zhuan1 li4 bao3 hu4 er4 shi2 nian2, shi2 yong4 xin1 xing2 shi2 nian2.',
  '外观设计十五年，都从申请日算起。':
    'wai4 guan1 she4 ji4 shi2 wu3 nian2, dou1 cong2 shen1 qing3 ri4 suan4 qi3.',
  '发表会破坏新颖性，所以先申请，后发表。':
    'fa1 biao3 hui4 po4 huai4 xin1 ying3 xing4, suo3 yi3 xian1 shen1 qing3, hou4 fa1 biao3.',
  '作品一完成，著作权就自动产生，登记可以作为证据。':
    'zuo4 pin3 yi4 wan2 cheng2, zhu4 zuo4 quan2 jiu4 zi4 dong4 chan3 sheng1, deng1 ji4 ke3 yi3 zuo4 wei2 zheng4 ju4.',
  '它保护表达，不保护思想；软件代码也是作品。':
    'ta1 bao3 hu4 biao3 da2, bu4 bao3 hu4 si1 xiang3. ruan3 jian4 dai4 ma3 ye3 shi4 zuo4 pin3.',
  '注册商标从核准注册起，有效期十年，可以一次次续展。':
    'zhu4 ce4 shang1 biao1 cong2 he2 zhun3 zhu4 ce4 qi3, you3 xiao4 qi1 shi2 nian2, ke3 yi3 yi2 ci4 ci4 xu4 zhan3.',
  '没有正当理由连续三年不用，别人可以申请撤销。':
    'mei2 you3 zheng4 dang1 li3 you2 lian2 xu4 san1 nian2 bu2 yong4, bie2 ren2 ke3 yi3 shen1 qing3 che4 xiao1.',
  '商业秘密要满足三个条件：不为公众所知悉，有商业价值。':
    'shang1 ye4 mi4 mi4 yao4 man3 zu2 san1 ge4 tiao2 jian4, bu2 wei4 gong1 zhong4 suo3 zhi1 xi1, you3 shang1 ye4 jia4 zhi2.',
  '还要采取相应的保密措施，光说保密还不够。':
    'hai2 yao4 cai3 qu3 xiang1 ying4 de5 bao3 mi4 cuo4 shi1, guang1 shuo1 bao3 mi4 hai2 bu2 gou4.',
  '执行单位的任务，或者主要利用单位的物质技术条件，申请专利的权利属于单位。':
    'zhi2 xing2 dan1 wei4 de5 ren4 wu5, huo4 zhe3 zhu3 yao4 li4 yong4 dan1 wei4 de5 wu4 zhi4 ji4 shu4 tiao2 jian4, shen1 qing3 zhuan1 li4 de5 quan2 li4 shu3 yu2 dan1 wei4.',
  '发明人有权署名，并获得奖励和报酬。':
    'fa1 ming2 ren2 you3 quan2 shu3 ming2, bing4 huo4 de2 jiang3 li4 he2 bao4 chou2.',
  '创新方法：把两难写成矛盾。': 'chuang4 xin1 fang1 fa3, ba3 liang3 nan2 xie3 cheng2 mao2 dun4.',
  '做技术常常遇到两难。创新的第一步，是把两难写成矛盾。':
    'zuo4 ji4 shu4 chang2 chang2 yu4 dao4 liang3 nan2. chuang4 xin1 de5 di4 yi1 bu4, shi4 ba3 liang3 nan2 xie3 cheng2 mao2 dun4.',
  '改好一个参数，另一个参数就变差，这叫技术矛盾。':
    'gai3 hao3 yi2 ge4 can1 shu4, ling4 yi2 ge4 can1 shu4 jiu4 bian4 cha4, zhe4 jiao4 ji4 shu4 mao2 dun4.',
  '把它对应到三十九个工程参数，就能查到该用哪几条发明原理。':
    'ba3 ta1 dui4 ying4 dao4 san1 shi2 jiu3 ge4 gong1 cheng2 can1 shu4, jiu4 neng2 cha2 dao4 gai1 yong4 na3 ji3 tiao2 fa1 ming2 yuan2 li3.',
  '同一个参数，既要大，又要小，这叫物理矛盾。':
    'tong2 yi2 ge4 can1 shu4, ji4 yao4 da4, you4 yao4 xiao3, zhe4 jiao4 wu4 li3 mao2 dun4.',
  '解决的办法是分离：按空间、时间、条件、整体和部分来分。':
    'jie3 jue2 de5 ban4 fa3 shi4 fen1 li2, an4 kong1 jian1, shi2 jian1, tiao2 jian4, zheng3 ti3 he2 bu4 fen5 lai2 fen1.',
  '飞机的起落架，起降时要有，飞行时不要。':
    'fei1 ji1 de5 qi3 luo4 jia4, qi3 jiang4 shi2 yao4 you3, fei1 xing2 shi2 bu2 yao4.',
  '按时间分离，就做成可以收放的。': 'an4 shi2 jian1 fen1 li2, jiu4 zuo4 cheng2 ke3 yi3 shou1 fang4 de5.',
  '先别急着加设备，想一想，问题能不能自己解决自己。':
    'xian1 bie2 ji2 zhe5 jia1 she4 bei4, xiang3 yi5 xiang3, wen4 ti2 neng2 bu5 neng2 zi4 ji3 jie3 jue2 zi4 ji3.',
  '再看手边有哪些现成的资源：热量、重力、废料、时间。':
    'zai4 kan4 shou3 bian1 you3 na3 xie1 xian4 cheng2 de5 zi1 yuan2, re4 liang4, zhong4 li4, fei4 liao4, shi2 jian1.',
  '第一步，写清问题。第二步，找到矛盾。':
    'di4 yi1 bu4, xie3 qing1 wen4 ti2. di4 er4 bu4, zhao3 dao4 mao2 dun4.',
  '第三步，选两三条原理，提出方案。第四步，小步验证。':
    'di4 san1 bu4, xuan3 liang3 san1 tiao2 yuan2 li3, ti2 chu1 fang1 an4. di4 si4 bu4, xiao3 bu4 yan4 zheng4.',
  '失败也记下来，下次少走弯路。': 'shi1 bai4 ye3 ji4 xia4 lai2, xia4 ci4 shao3 zou3 wan1 lu4.',
  '双碳入门：算清碳账。': 'shuang1 tan4 ru4 men2, suan4 qing1 tan4 zhang4.',
  '碳达峰、碳中和，落到单位，先要算清碳账。':
    'tan4 da2 feng1, tan4 zhong1 he2, luo4 dao4 dan1 wei4, xian1 yao4 suan4 qing1 tan4 zhang4.',
  '我国力争二零三零年前碳达峰，': 'wo3 guo2 li4 zheng1 er4 ling2 san1 ling2 nian2 qian2 tan4 da2 feng1,',
  '努力争取二零六零年前碳中和。': 'nu3 li4 zheng1 qu3 er4 ling2 liu4 ling2 nian2 qian2 tan4 zhong1 he2.',
  '达峰，是二氧化碳排放到达最高点，然后稳步回落。':
    'da2 feng1, shi4 er4 yang3 hua4 tan4 pai2 fang4 dao4 da2 zui4 gao1 dian3, ran2 hou4 wen3 bu4 hui2 luo4.',
  '中和，是排放的与吸收的相互抵消，并不是一点都不排。':
    'zhong1 he2, shi4 pai2 fang4 de5 yu3 xi1 shou1 de5 xiang1 hu4 di3 xiao1, bing4 bu2 shi4 yi4 dian3 dou1 bu4 pai2.',
  '范围一，是自己的锅炉、车辆等直接排放。':
    'fan4 wei2 yi1, shi4 zi4 ji3 de5 guo1 lu2, che1 liang4 deng3 zhi2 jie1 pai2 fang4.',
  '范围二，是买来的电力和热力。': 'fan4 wei2 er4, shi4 mai3 lai2 de5 dian4 li4 he2 re4 li4.',
  '范围三，是上下游的其他间接排放，比如原料和差旅。':
    'fan4 wei2 san1, shi4 shang4 xia4 you2 de5 qi2 ta1 jian4 jie1 pai2 fang4, bi3 ru2 yuan2 liao4 he2 chai1 lü3.',
  '最常用的公式：排放量，等于活动数据乘以排放因子。':
    'zui4 chang2 yong4 de5 gong1 shi4, pai2 fang4 liang4, deng3 yu2 huo2 dong4 shu4 ju4 cheng2 yi3 pai2 fang4 yin1 zi3.',
  '电表读数、加油单、发票，就是活动数据的凭证，要留好。':
    'dian4 biao3 du2 shu4, jia1 you2 dan1, fa1 piao4, jiu4 shi4 huo2 dong4 shu4 ju4 de5 ping2 zheng4, yao4 liu2 hao3.',
  '减排先节能，再换清洁能源。': 'jian3 pai2 xian1 jie2 neng2, zai4 huan4 qing1 jie2 neng2 yuan2.',
  '然后改进工艺，循环利用。': 'ran2 hou4 gai3 jin4 gong1 yi4, xun2 huan2 li4 yong4.',
  '最后才用碳汇来抵销。不漏记，不重算，数字才可信。':
    'zui4 hou4 cai2 yong4 tan4 hui4 lai2 di3 xiao1. bu2 lou4 ji4, bu4 chong2 suan4, shu4 zi4 cai2 ke3 xin4.',
  '压力管理：先看见，再照顾。': 'ya1 li4 guan3 li3, xian1 kan4 jian4, zai4 zhao4 gu4.',
  '压力不是敌人，它是一个信号。先看见它，再照顾自己。':
    'ya1 li4 bu2 shi4 di2 ren2, ta1 shi4 yi2 ge4 xin4 hao4. xian1 kan4 jian4 ta1, zai4 zhao4 gu4 zi4 ji3.',
  '睡不好，吃不好，容易发火，经常走神，都是信号。':
    'shui4 bu4 hao3, chi1 bu4 hao3, rong2 yi4 fa1 huo3, jing1 chang2 zou3 shen2, dou1 shi4 xin4 hao4.',
  '如果持续两周以上，影响了工作和生活，就要重视。':
    'ru2 guo3 chi2 xu4 liang3 zhou1 yi3 shang4, ying3 xiang3 le5 gong1 zuo4 he2 sheng1 huo2, jiu4 yao4 zhong4 shi4.',
  '吸气四秒，呼气六秒，让呼气比吸气长。':
    'xi1 qi4 si4 miao3, hu1 qi4 liu4 miao3, rang4 hu1 qi4 bi3 xi1 qi4 chang2.',
  '做六次，正好一分钟，身体会慢慢放松下来。':
    'zuo4 liu4 ci4, zheng4 hao3 yi4 fen1 zhong1, shen1 ti3 hui4 man4 man4 fang4 song1 xia4 lai2.',
  '能改变的事，拆成今天就能做的一小步。':
    'neng2 gai3 bian4 de5 shi4, chai1 cheng2 jin1 tian1 jiu4 neng2 zuo4 de5 yi4 xiao3 bu4.',
  '不能改变的事，换一个看法，调整自己的安排。':
    'bu4 neng2 gai3 bian4 de5 shi4, huan4 yi2 ge4 kan4 fa3, tiao2 zheng3 zi4 ji3 de5 an1 pai2.',
  '每天固定时间起床，睡前半小时放下手机。':
    'mei3 tian1 gu4 ding4 shi2 jian1 qi3 chuang2, shui4 qian2 ban4 xiao3 shi2 fang4 xia4 shou3 ji1.',
  '每周做一百五十分钟中等强度的运动，快走就可以。':
    'mei3 zhou1 zuo4 yi4 bai3 wu3 shi2 fen1 zhong1 zhong1 deng3 qiang2 du4 de5 yun4 dong4, kuai4 zou3 jiu4 ke3 yi3.',
  '和信任的家人、同事谈一谈。': 'he2 xin4 ren4 de5 jia1 ren2, tong2 shi4 tan2 yi5 tan2.',
  '也可以拨打全国统一的心理援助热线，幺二三五六。':
    'ye3 ke3 yi3 bo1 da3 quan2 guo2 tong3 yi1 de5 xin1 li3 yuan2 zhu4 re4 xian4, yao1 er4 san1 wu3 liu4.',
  '需要的时候，到正规医院就诊。求助，是一种能力。':
    'xu1 yao4 de5 shi2 hou4, dao4 zheng4 gui1 yi1 yuan4 jiu4 zhen3. qiu2 zhu4, shi4 yi4 zhong3 neng2 li4.',
}
