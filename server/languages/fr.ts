import type { ChatWords } from "./language.ts";

const asksNobody =
  "Personne chez nous ne vous le demandera jamais. Vous ne l’avez pas demandé ? Vous n’avez rien à faire.";
const notYou =
  "Ce n’était pas vous ? Changez votre mot de passe et fermez, dans votre profil, les sessions que vous ne connaissez pas.";

export const fr: ChatWords = {
  functionWords:
    "le la les un une des du de d l et ou est sont je tu il elle nous vous on mon ma mes votre vos ce cette ces que qui quoi comment quel quelle quels quelles quand où pourquoi à au aux en dans pour par avec sur pas ne y a-t-il est-ce bonjour merci salut",
  alphabet: "àâæçèéêëîïôœùûüÿ",
  answers: {
    hello: (name) => `Bonjour ! Je suis ${name}. Que souhaitez-vous savoir ?`,
    thanks: "Avec plaisir ! Souhaitez-vous savoir autre chose ?",
    bye: "Au revoir ! Revenez quand vous avez une question.",
    whoAmI: (name) =>
      `Je suis ${name}, un assistant automatique. Je réponds en citant les pages que je connais, avec leur source.`,
    from: (place) => `Extrait de ${place} :`,
    notFound: "Je n'ai pas trouvé de réponse à cela dans les pages que je connais.",
    closest: (place) => `Le plus proche est ${place}, qui n'y répond peut-être pas.`,
    about: (heading) => `Qu'en est-il de « ${heading} » ?`,
    refusal: "Je ne peux pas vous aider sur ce sujet ici. Souhaitez-vous savoir autre chose ?",
    person: {
      handsOver: "Je vous passe notre équipe. Quelqu'un vous répond ici.",
      isAway: "Notre équipe est absente en ce moment et vous répondra ici à son retour.",
      askEmail: "Laissez ici votre adresse e-mail, et la réponse vous parviendra dans tous les cas.",
      hasNone: "Je ne peux pas vous mettre en relation avec une personne ici.",
      ask: "Parler à une personne",
    },
    actions: {
      fillIn: "Pour cela, il me faut quelques informations. Merci de remplir le formulaire ci-dessous.",
      confirm: "Merci de vérifier et de confirmer ci-dessous. Rien n’est fait avant.",
      approval: "Notre équipe regarde d’abord. Vous lirez ici ce qu’elle décide.",
      page: "Un instant, je regarde sur cette page.",
      surface: "Cela ne fonctionne que dans le chat du site web.",
      pageFailed: "La page n’a pas pu le faire. Puis-je vous aider autrement ?",
      signIn: "Merci de vous connecter d’abord sur ce site. Je pourrai alors le faire pour vous.",
      waiting: "Cela attend déjà une décision.",
      once: "C’est déjà fait.",
      done: "C’est fait.",
      failed: "Cela n’a pas fonctionné. Vérifiez les informations ou réessayez plus tard.",
      nothingFound: "La recherche n’a rien donné.",
      declined: "Notre équipe a décidé de ne pas le faire.",
      unknown: "Je ne peux pas dire si cela a été fait. Notre équipe s’en occupe.",
      thanks: "Merci, nous l’avons bien reçu.",
    },
  },
  signposts: {
    introduction:
      "(?:dans )?cet(?:te)? (?:article|guide|page|section)|découvrez|apprenez|lire (?:aussi|la suite)|voir (?:aussi|la|le)|pour en savoir plus|sommaire|en savoir plus",
    preparation: "avant de|prérequis|introduction|voir aussi",
  },
  smallTalk: {
    greeting: "bonjour|bonsoir|salut|coucou",
    afterGreeting: "à tous|ça va",
    thanks: "merci",
    afterThanks: "beaucoup|bien",
    bye: "au revoir",
    who: "qui es tu|qui êtes vous|êtes vous un robot",
  },
  drafts: {
    purpose: (name) => `Répond aux questions sur ${name}.`,
    welcome: (name) => `Bonjour ! Que souhaitez-vous savoir sur ${name} ?`,
    ask: (topic) => `Que dites-vous de : ${topic} ?`,
  },
  besideLauncher: {
    hideSuggestion: "Masquer la suggestion",
    hideMessage: "Masquer le message",
    move: "Déplacer avec Maj et les touches fléchées",
  },
  channels: {
    disclosure: "Vous échangez avec un agent IA.",
    isWriting: "écrit…",
    phone: {
      tag: "fr-FR",
      asksNoCalls: /^(s.il vous plaît )?ne m.appelez plus( jamais)?$/i,
      greeting: "Bonjour, je suis l’assistant IA de {name}. Comment puis-je vous aider ?",
      transfer: "Un instant, je vous transfère.",
      voicemail: "Personne ne peut répondre pour le moment. Laissez un message après le bip.",
      noWords: "Nous n’avons rien entendu. Au revoir.",
      thanks: "Merci. Nous vous rappellerons. Au revoir.",
      problem: "Désolé, une erreur s’est produite.",
      unavailable: "Ce numéro ne prend pas d’appels pour le moment. Réessayez plus tard. Au revoir.",
      limit: "Cet appel a atteint sa durée maximale. Au revoir.",
      machine: "Désolé de vous avoir manqué. Au revoir.",
      optedOut: "Nous ne vous appellerons plus. Au revoir.",
    },
  },
  mail: {
    aMember: "Un membre",
    digest: {
      subject: "En attente chez {organization} : {count}",
      says: "Voici ce qui attend chez {organization} une réponse de votre part ou de l’équipe.",
      assigned: "Attribuées à vous et en attente : {count}",
      unassigned: "En attente de quelqu’un : {count}",
      mentions: "Une note vous mentionne : {count}",
      approvals: "En attente d’approbation : {count}",
      more: "Autres : {count}",
      muted: "En sourdine, non incluses : {count}",
      button: "Ouvrir la boîte de réception",
      why: "Vous avez choisi cet e-mail dans votre profil, où vous pouvez en changer la fréquence.",
      stop: "Ne plus recevoir ces e-mails",
      stoppedTitle: "Ces e-mails sont arrêtés",
      stopped:
        "Vous ne recevrez plus d’e-mails sur ce qui attend dans cette organisation. Votre profil permet de les réactiver.",
      notGood: "Ce lien n’est plus valable. Votre profil permet d’arrêter ces e-mails.",
    },
    report: {
      subject: "Rapport hebdomadaire : {report}",
      says: "Les chiffres de {organization} du {from} au {to}.",
      figures: "Par rapport à la période précédente",
      changed: "{figure} : {value} ({change})",
      button: "Ouvrir les Insights",
      why: "Vous avez activé ce rapport hebdomadaire dans les Insights.",
      stop: "Ne plus recevoir ces rapports",
      stoppedTitle: "Ces rapports sont arrêtés",
      stopped:
        "Vous ne recevrez plus de rapports de cette organisation par e-mail. Les Insights permettent de les réactiver.",
      notGood: "Ce lien n’est plus valable. Les Insights permettent d’arrêter les rapports.",
    },
    notice: {
      handoffSubject: "{visitor} attend une personne",
      handoffSays: "{visitor} a demandé une personne dans une conversation avec {agent}.",
      approvalSubject: "Approbation requise : {title}",
      approvalSays: "{agent} souhaite faire ceci pour {visitor} : {title}. Votre équipe doit décider.",
      lastWords: "Dernier message",
      button: "Ouvrir la conversation",
      reply: "Répondez à cet e-mail pour répondre à {visitor}. Votre réponse est envoyée en votre nom.",
      noReply: "Les réponses à cet e-mail ne sont pas lues. Répondez dans la boîte de réception.",
      decideThere: "Approuvez ou refusez dans la boîte de réception. Cet e-mail ne décide de rien.",
      refusedSubject: "Votre réponse n’a pas été envoyée",
      refused: {
        unverified:
          "Nous n’avons pas pu vérifier que votre réponse venait de votre adresse, car son serveur ne l’a pas signée (DKIM). Le visiteur n’a rien reçu. Répondez dans la boîte de réception.",
        notAllowed: "Vous ne pouvez plus répondre aux visiteurs ici. Votre réponse n’a pas été envoyée.",
        empty:
          "Votre réponse ne contenait pas de texte de votre part. Le visiteur n’a rien reçu. Écrivez au-dessus de la citation ou répondez dans la boîte de réception.",
        failed:
          "Votre réponse n’a pas pu être ajoutée à la conversation. Le visiteur n’a rien reçu. Répondez dans la boîte de réception.",
      },
    },
    keyRefused: {
      subject: "La clé de modèle « {key} » ne fonctionne plus",
      says: "La clé de modèle « {key} » ({provider}) de {organization} ne fonctionne plus. Ce qui l’utilise s’en passe jusqu’à ce qu’elle fonctionne de nouveau.",
      agents: "Agents, et ce qui répond en attendant : {count}",
      defaults: "Modèles par défaut, et ce qui est utilisé en attendant",
      user: {
        agent: "{agent}",
        fallback: "{agent}, comme remplaçant",
        chat: "Nouveaux agents",
        code: "Ébauches par l’IA",
        embedding: "Connaissances",
        speech: "Messages vocaux",
      },
      instead: {
        key: "la clé « {other} »",
        server: "la clé propre à ce serveur",
        model: "{model}",
        builtin: "le modèle intégré",
        words: "elles sont trouvées par leurs seuls mots",
        nothing: "ils ne sont pas transcrits",
      },
      more: "Autres : {count}",
      unused: "Aucun agent et aucun modèle par défaut ne l’utilise en ce moment.",
      button: "Ouvrir les clés de modèle",
      small: [
        "« Model keys », dans « Settings », dit pourquoi elle ne fonctionne pas et que faire.",
        "Vous n’êtes prévenu qu’une fois, puis seulement si elle tombe de nouveau en panne après avoir fonctionné.",
      ],
    },
    letters: {
      invite: {
        subject: "{who} vous invite à rejoindre {organization}",
        says: "{who} vous invite à travailler avec {organization} sur ses agents IA et ses conversations.",
        button: "Accepter l’invitation",
        small: [
          "Le lien est valable sept jours.",
          "Vous n’attendiez pas cette invitation ? Vous n’avez rien à faire.",
        ],
      },
      password: {
        subject: "Choisissez un nouveau mot de passe",
        says: "Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte {brand}.",
        button: "Choisir un nouveau mot de passe",
        small: [
          "Le lien est valable une heure et ne sert qu’une fois.",
          "Ce n’était pas vous ? Vous n’avez rien à faire : l’ancien mot de passe reste.",
        ],
      },
      code: {
        subject: "Votre code pour {brand} : {code}",
        says: "Saisissez ce code là où vous avez commencé à créer votre compte :",
        button: "Ouvrir la page",
        small: [
          "Le code est valable quinze minutes et ne sert qu’une fois, dans ce navigateur seulement.",
          asksNobody,
        ],
      },
      taken: {
        subject: "Vous avez déjà un compte {brand}",
        says: "Quelqu’un, probablement vous, a voulu créer un compte avec cette adresse. Elle en a déjà un, rien n’a donc été créé.",
        button: "Se connecter",
        small: [
          "Mot de passe oublié ? La page de connexion vous envoie un lien pour en choisir un nouveau.",
          "Ce n’était pas vous ? Vous n’avez rien à faire.",
        ],
      },
      newEmail: {
        subject: "Confirmez votre adresse : {code}",
        says: "Saisissez ce code dans votre profil {brand}, et cette adresse sera celle de votre compte :",
        small: ["Le code est valable quinze minutes et ne sert qu’une fois.", asksNobody],
      },
      usedEmail: {
        subject: "Votre adresse appartient à votre compte",
        says: "Quelqu’un a voulu donner cette adresse à un autre compte {brand}. Elle appartient au vôtre, rien n’a donc été changé.",
        small: ["Vous n’avez rien à faire."],
      },
      emailChanged: {
        subject: "L’adresse de votre compte a été changée",
        says: "Votre compte {brand} a maintenant l’adresse {email}. Celle-ci n’est plus utilisée.",
        small: ["Ce n’était pas vous ? Demandez à qui gère le serveur de vous rendre le compte."],
      },
      secondFactorOn: {
        subject: "La connexion en deux étapes a été activée",
        says: "La connexion en deux étapes a été activée pour votre compte {brand}.",
        small: [notYou],
      },
      secondFactorOff: {
        subject: "La connexion en deux étapes a été désactivée",
        says: "La connexion en deux étapes a été désactivée pour votre compte {brand}.",
        small: [notYou],
      },
      accepted: {
        subject: "{who} a rejoint {organization}",
        says: "{who} a accepté votre invitation à rejoindre {organization}.",
        button: "Voir l’équipe",
        small: ["Vous pouvez désactiver ces e-mails dans votre profil."],
      },
      creditsAlert: {
        subject: "{organization} a utilisé {percent} % des crédits de ce mois",
        says: "{organization} a utilisé {percent} % des {limit} crédits que son forfait permet ce mois-ci. Une fois épuisés, les agents répondent avec le modèle intégré, qui ne coûte rien.",
        button: "Voir l’utilisation",
        small: [],
      },
      creditsUsed: {
        subject: "{organization} a épuisé les crédits de ce mois",
        says: "Les {limit} crédits de votre forfait sont épuisés. Jusqu’à la fin du mois, les agents répondent avec le modèle intégré, qui ne coûte rien et cite vos sources.",
        button: "Voir les forfaits",
        small: [],
      },
      upgradeAsked: {
        subject: "{who} demande un forfait supérieur pour {organization}",
        says: "{who} vous demande de passer {organization} à un forfait supérieur.",
        button: "Voir les forfaits",
        small: [],
      },
      webhookGone: {
        subject: "« {webhook} » a été désactivé",
        says: "Le webhook « {webhook} » de {organization} a été désactivé : son adresse indique qu’elle n’existe plus. Ce qui se passe dans les conversations n’y est plus envoyé.",
        button: "Ouvrir le webhook",
        small: ["Réactivez-le une fois l’adresse corrigée. Ce qui n’a pas été remis peut y être renvoyé."],
      },
      workflowPaused: {
        subject: "« {workflow} » a été suspendu",
        says: "Le workflow « {workflow} » de {organization} a été suspendu : {count} de ses exécutions ont échoué à la suite. Il n’en lance plus de nouvelles.",
        button: "Ouvrir le workflow",
        small: ["Regardez les exécutions en échec, corrigez les étapes, puis réactivez-le."],
      },
      workflowAsks: {
        subject: "« {workflow} » attend votre accord",
        says: "Le workflow « {workflow} » de {organization} attend votre accord : {title}",
        button: "Ouvrir la boîte de réception",
        small: [
          "La demande se trouve au-dessus de la liste des conversations. Le workflow continue après une décision.",
        ],
      },
      workflowFailed: {
        subject: "« {workflow} » a échoué",
        says: "Une exécution du workflow « {workflow} » de {organization} a échoué. {title}",
        button: "Ouvrir l’exécution",
        small: [
          "Nous n’écrirons plus avant qu’une exécution réussisse. Cinq échecs à la suite suspendent le workflow.",
        ],
      },
      webhookFailing: {
        subject: "« {webhook} » a été désactivé",
        says: "Le webhook « {webhook} » de {organization} a été désactivé : rien n’a pu lui être remis pendant trois jours. Ce qui se passe dans les conversations n’y est plus envoyé.",
        button: "Ouvrir le webhook",
        small: ["Réactivez-le une fois l’adresse corrigée. Ce qui n’a pas été remis peut y être renvoyé."],
      },
    },
  },
};
