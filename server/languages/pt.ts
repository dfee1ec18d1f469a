import type { ChatWords } from "./language.ts";

const asksNobody = "Ninguém da nossa equipe vai pedi-lo a você. Você não o pediu? Então não faça nada.";
const notYou = "Não foi você? Troque a senha e encerre no seu perfil as sessões que você não conhece.";

export const pt: ChatWords = {
  functionWords:
    "o a os as um uma de do da dos das e ou é são eu tu você nós meu minha seu sua que quem como quando onde qual quais por para com em no na não há olá obrigado obrigada quanto",
  alphabet: "ãáâàçéêíóôõúü",
  answers: {
    hello: (name) => `Olá! Sou ${name}. O que gostaria de saber?`,
    thanks: "De nada! Gostaria de saber mais alguma coisa?",
    bye: "Até logo! Volte quando tiver uma pergunta.",
    whoAmI: (name) =>
      `Sou ${name}, um assistente automático. Respondo citando as páginas que conheço e digo onde está cada citação.`,
    from: (place) => `De ${place}:`,
    notFound: "Não encontrei uma resposta nas páginas que conheço.",
    closest: (place) => `O mais próximo é ${place}, que talvez não responda à pergunta.`,
    about: (heading) => `E quanto a “${heading}”?`,
    refusal: "Não posso ajudar com isto aqui. Gostaria de saber mais alguma coisa?",
    person: {
      handsOver: "Vou passar você para a nossa equipe. Alguém responde aqui.",
      isAway: "Nossa equipe não está no momento e responde aqui quando voltar.",
      askEmail: "Deixe aqui o seu e-mail, e a resposta chegará a você de qualquer forma.",
      hasNone: "Aqui não posso passar você para uma pessoa.",
      ask: "Falar com uma pessoa",
    },
    actions: {
      fillIn: "Para isso preciso de alguns dados. Preencha o formulário abaixo.",
      confirm: "Verifique e confirme abaixo. Antes disso nada é feito.",
      approval: "Nossa equipe analisa isso primeiro. Você lerá aqui o que ela decidir.",
      page: "Um momento, estou vendo nesta página.",
      surface: "Isso só funciona no chat do site.",
      pageFailed: "A página não conseguiu fazer isso. Posso ajudar em algo mais?",
      signIn: "Entre primeiro neste site. Depois posso fazer isso por você.",
      waiting: "Isto já está à espera de uma decisão.",
      once: "Isto já foi feito.",
      done: "Feito.",
      failed: "Isso não funcionou. Confira os dados ou tente novamente mais tarde.",
      nothingFound: "A pesquisa não encontrou nada.",
      declined: "Nossa equipe decidiu não fazer isso.",
      unknown: "Não sei dizer se isso foi feito. Nossa equipe vai verificar.",
      thanks: "Obrigado, recebemos.",
    },
  },
  signposts: {
    introduction:
      "(?:n)?est[ea] (?:artigo|guia|página|seção)|saiba (?:mais|como)|descubra|leia (?:mais|também)|veja também",
    preparation: "antes de|requisitos|introdução|ver também",
  },
  smallTalk: {
    greeting: "olá|oi|bom dia|boa (tarde|noite)",
    afterGreeting: "tudo bem",
    thanks: "obrigad[oa]",
    bye: "tchau|até logo",
    who: "quem é você",
  },
  drafts: {
    purpose: (name) => `Responde a perguntas sobre ${name}.`,
    welcome: (name) => `Olá! O que gostaria de saber sobre ${name}?`,
    ask: (topic) => `O que há sobre ${topic}?`,
  },
  besideLauncher: {
    hideSuggestion: "Ocultar a sugestão",
    hideMessage: "Ocultar a mensagem",
    move: "Mover com Shift e as setas",
  },
  channels: {
    disclosure: "Está a falar com um agente de IA.",
    isWriting: "está a escrever…",
    phone: {
      tag: "pt-PT",
      asksNoCalls: /^(por favor )?não (me )?(liguem?|telefonem?)( mais)?$/i,
      greeting: "Olá, sou o assistente de IA de {name}. Como posso ajudar?",
      transfer: "Um momento, vou transferir a chamada.",
      voicemail: "Ninguém pode atender agora. Deixe uma mensagem após o sinal.",
      noWords: "Não ouvimos nada. Adeus.",
      thanks: "Obrigado. Entraremos em contacto. Adeus.",
      problem: "Desculpe, algo correu mal.",
      unavailable: "Este número não atende chamadas agora. Tente mais tarde. Adeus.",
      limit: "Esta chamada atingiu a duração máxima. Adeus.",
      machine: "Lamentamos não o encontrar. Adeus.",
      optedOut: "Não voltaremos a ligar. Adeus.",
    },
  },
  mail: {
    aMember: "Um membro",
    digest: {
      subject: "O que espera em {organization}: {count}",
      says: "Isto espera em {organization} por você ou por qualquer pessoa da equipe.",
      assigned: "Atribuídas a você e à espera: {count}",
      unassigned: "À espera de alguém: {count}",
      mentions: "Uma nota menciona você: {count}",
      approvals: "À espera de aprovação: {count}",
      more: "Outras: {count}",
      muted: "Silenciadas, não incluídas: {count}",
      button: "Abrir a caixa de entrada",
      why: "Você escolheu este e-mail no seu perfil, onde pode mudar a frequência com que chega.",
      stop: "Parar estes e-mails",
      stoppedTitle: "Estes e-mails estão desativados",
      stopped:
        "Você não receberá mais e-mails sobre o que espera nesta organização. No seu perfil é possível ativá-los de novo.",
      notGood: "Este link não é mais válido. No seu perfil é possível desativar estes e-mails.",
    },
    report: {
      subject: "Relatório semanal: {report}",
      says: "Os números de {organization} de {from} a {to}.",
      figures: "Em comparação com o período anterior",
      changed: "{figure}: {value} ({change})",
      button: "Abrir Insights",
      why: "Você ativou este relatório semanal em Insights.",
      stop: "Parar estes relatórios",
      stoppedTitle: "Estes relatórios estão desativados",
      stopped:
        "Você não receberá mais relatórios desta organização por e-mail. Em Insights é possível ativá-los de novo.",
      notGood: "Este link não é mais válido. Em Insights é possível desativar os relatórios.",
    },
    notice: {
      handoffSubject: "{visitor} espera por uma pessoa",
      handoffSays: "{visitor} pediu uma pessoa numa conversa com {agent}.",
      approvalSubject: "Aprovação necessária: {title}",
      approvalSays: "{agent} quer fazer isto para {visitor}: {title}. Espera pela sua equipa.",
      lastWords: "Última mensagem",
      button: "Abrir conversa",
      reply: "Responda a este e-mail para responder a {visitor}. A sua resposta é enviada em seu nome.",
      noReply: "As respostas a este e-mail não são lidas. Responda na caixa de entrada.",
      decideThere: "Aprove ou recuse na caixa de entrada. Este e-mail não decide nada.",
      refusedSubject: "A sua resposta não foi enviada",
      refused: {
        unverified:
          "Não foi possível verificar que a sua resposta veio do seu endereço, porque o servidor de e-mail não a assinou (DKIM). O visitante não recebeu nada. Responda na caixa de entrada.",
        notAllowed: "Já não pode responder ali aos visitantes. A sua resposta não foi enviada.",
        empty:
          "Não encontrámos texto seu na resposta. O visitante não recebeu nada. Escreva acima da citação ou responda na caixa de entrada.",
        failed:
          "Não foi possível juntar a sua resposta à conversa. O visitante não recebeu nada. Responda na caixa de entrada.",
      },
    },
    keyRefused: {
      subject: "A chave de modelo “{key}” não funciona mais",
      says: "A chave de modelo “{key}” ({provider}) de {organization} não funciona mais. O que a utiliza passa sem ela até que volte a funcionar.",
      agents: "Agentes, e o que responde enquanto isso: {count}",
      defaults: "Modelos padrão, e o que é usado enquanto isso",
      user: {
        agent: "{agent}",
        fallback: "{agent}, como substituto",
        chat: "Novos agentes",
        code: "Rascunhos da IA",
        embedding: "Conhecimento",
        speech: "Mensagens de voz",
      },
      instead: {
        key: "a chave “{other}”",
        server: "a chave própria deste servidor",
        model: "{model}",
        builtin: "o modelo integrado",
        words: "é encontrado só pelas suas palavras",
        nothing: "não são transcritas",
      },
      more: "Outros: {count}",
      unused: "Nenhum agente e nenhum modelo padrão a utiliza no momento.",
      button: "Abrir as chaves de modelo",
      small: [
        "“Model keys”, em “Settings”, diz por que ela não funciona e o que fazer.",
        "Você é avisado uma vez, e de novo só se ela falhar depois de ter funcionado.",
      ],
    },
    letters: {
      invite: {
        subject: "{who} convida você para {organization}",
        says: "{who} convida você para trabalhar com {organization} nos seus agentes de IA e conversas.",
        button: "Aceitar o convite",
        small: ["O link vale por sete dias.", "Você não esperava este convite? Então não faça nada."],
      },
      password: {
        subject: "Escolha uma nova senha",
        says: "Alguém, provavelmente você, pediu uma nova senha para a sua conta {brand}.",
        button: "Escolher uma nova senha",
        small: [
          "O link vale por uma hora e funciona uma só vez.",
          "Não foi você? Então não faça nada: a senha antiga continua valendo.",
        ],
      },
      code: {
        subject: "Seu código para {brand} é {code}",
        says: "Digite este código onde você começou a criar a sua conta:",
        button: "Abrir a página",
        small: [
          "O código vale por quinze minutos e funciona uma só vez, somente nesse navegador.",
          asksNobody,
        ],
      },
      taken: {
        subject: "Você já tem uma conta {brand}",
        says: "Alguém, provavelmente você, quis criar uma conta com este endereço. Ele já tem uma, por isso nada foi criado.",
        button: "Entrar",
        small: [
          "Esqueceu a senha? A página de entrada envia um link para escolher uma nova.",
          "Não foi você? Então não faça nada.",
        ],
      },
      newEmail: {
        subject: "Confirme seu endereço: {code}",
        says: "Digite este código no seu perfil {brand}, e este endereço será o da sua conta:",
        small: ["O código vale por quinze minutos e funciona uma só vez.", asksNobody],
      },
      usedEmail: {
        subject: "Seu endereço pertence à sua conta",
        says: "Alguém quis dar este endereço a outra conta {brand}. Ele pertence à sua, por isso nada foi alterado.",
        small: ["Você não precisa fazer nada."],
      },
      emailChanged: {
        subject: "O endereço da sua conta foi alterado",
        says: "Sua conta {brand} agora tem o endereço {email}. Este aqui não é mais usado.",
        small: ["Não foi você? Peça a quem administra o servidor que devolva a conta a você."],
      },
      secondFactorOn: {
        subject: "A verificação em duas etapas foi ativada",
        says: "A verificação em duas etapas foi ativada na sua conta {brand}.",
        small: [notYou],
      },
      secondFactorOff: {
        subject: "A verificação em duas etapas foi desativada",
        says: "A verificação em duas etapas foi desativada na sua conta {brand}.",
        small: [notYou],
      },
      accepted: {
        subject: "{who} entrou em {organization}",
        says: "{who} aceitou o seu convite para {organization}.",
        button: "Ver a equipe",
        small: ["Você pode desativar estes e-mails no seu perfil."],
      },
      creditsAlert: {
        subject: "{organization} usou {percent}% dos créditos deste mês",
        says: "{organization} usou {percent}% dos {limit} créditos que o plano permite este mês. Quando acabarem, os agentes respondem com o modelo integrado, que não custa nada.",
        button: "Ver o uso",
        small: [],
      },
      creditsUsed: {
        subject: "{organization} esgotou os créditos deste mês",
        says: "Os {limit} créditos do seu plano acabaram. Até o fim do mês, os agentes respondem com o modelo integrado, que não custa nada e cita as suas fontes.",
        button: "Ver os planos",
        small: [],
      },
      upgradeAsked: {
        subject: "{who} pede um plano maior para {organization}",
        says: "{who} pede que você mude {organization} para um plano maior.",
        button: "Ver os planos",
        small: [],
      },
      webhookGone: {
        subject: "“{webhook}” foi desativado",
        says: "O webhook “{webhook}” de {organization} foi desativado: o seu endereço indica que já não existe. O que acontece nas conversas já não é enviado para lá.",
        button: "Abrir o webhook",
        small: [
          "Ative-o de novo quando o endereço estiver certo. O que não foi entregue pode ser enviado outra vez a partir de lá.",
        ],
      },
      workflowPaused: {
        subject: "“{workflow}” foi pausado",
        says: "O fluxo de trabalho “{workflow}” de {organization} foi pausado: {count} das suas execuções falharam seguidas. Não inicia novas execuções.",
        button: "Abrir o fluxo de trabalho",
        small: ["Veja as execuções que falharam, corrija os passos e ative-o de novo."],
      },
      workflowAsks: {
        subject: "“{workflow}” precisa da sua aprovação",
        says: "O fluxo de trabalho “{workflow}” de {organization} aguarda a sua aprovação: {title}",
        button: "Abrir a caixa de entrada",
        small: ["Está por cima da lista de conversas. O fluxo de trabalho continua depois de uma decisão."],
      },
      workflowFailed: {
        subject: "O fluxo de trabalho “{workflow}” falhou",
        says: "Uma execução do fluxo de trabalho “{workflow}” de {organization} falhou. {title}",
        button: "Abrir a execução",
        small: [
          "Não voltamos a escrever até que uma execução termine bem. Cinco falhas seguidas pausam o fluxo de trabalho.",
        ],
      },
      webhookFailing: {
        subject: "“{webhook}” foi desativado",
        says: "O webhook “{webhook}” de {organization} foi desativado: durante três dias não foi possível entregar-lhe nada. O que acontece nas conversas já não é enviado para lá.",
        button: "Abrir o webhook",
        small: [
          "Ative-o de novo quando o endereço estiver certo. O que não foi entregue pode ser enviado outra vez a partir de lá.",
        ],
      },
    },
  },
};
