import type { ChatWords } from "./language.ts";

const asksNobody = "Nadie de nuestro equipo se lo pedirá nunca. ¿No lo ha pedido? Entonces no haga nada.";
const notYou = "¿No ha sido usted? Cambie su contraseña y cierre en su perfil las sesiones que no reconozca.";

export const es: ChatWords = {
  functionWords:
    "el la los las un una unos unas de del al y o es son está están yo tú usted nosotros mi mis su sus que qué quién cómo cuándo dónde cuál cuáles por para con en no se lo hay hola gracias cuánto",
  alphabet: "áéíñóúü",
  answers: {
    hello: (name) => `¡Hola! Soy ${name}. ¿Qué le gustaría saber?`,
    thanks: "¡De nada! ¿Quiere saber algo más?",
    bye: "¡Hasta luego! Vuelva cuando tenga una pregunta.",
    whoAmI: (name) =>
      `Soy ${name}, un asistente automático. Respondo citando las páginas que conozco e indico de dónde viene cada cita.`,
    from: (place) => `De ${place}:`,
    notFound: "No he encontrado una respuesta en las páginas que conozco.",
    closest: (place) => `Lo más cercano es ${place}, aunque quizá no responda a la pregunta.`,
    about: (heading) => `¿Qué hay de «${heading}»?`,
    refusal: "No puedo ayudarle con esto aquí. ¿Quiere saber alguna otra cosa?",
    person: {
      handsOver: "Le paso con nuestro equipo. Alguien le responderá aquí.",
      isAway: "Nuestro equipo no está en este momento y responderá aquí cuando vuelva.",
      askEmail: "Deje aquí su correo electrónico y la respuesta le llegará en cualquier caso.",
      hasNone: "Aquí no puedo pasarle con una persona.",
      ask: "Hablar con una persona",
    },
    actions: {
      fillIn: "Para esto necesito algunos datos. Rellene el formulario de abajo.",
      confirm: "Compruébelo y confírmelo abajo. Antes no se hace nada.",
      approval: "Nuestro equipo lo revisa primero. Aquí leerá lo que decide.",
      page: "Un momento, lo miro en esta página.",
      surface: "Esto solo funciona en el chat del sitio web.",
      pageFailed: "La página no ha podido hacerlo. ¿Puedo ayudarle en algo más?",
      signIn: "Inicie sesión primero en este sitio. Después puedo hacerlo por usted.",
      waiting: "Esto ya está pendiente de una decisión.",
      once: "Esto ya se hizo.",
      done: "Hecho.",
      failed: "No ha funcionado. Revise los datos o inténtelo de nuevo más tarde.",
      nothingFound: "La búsqueda no encontró nada.",
      declined: "Nuestro equipo ha decidido no hacerlo.",
      unknown: "No puedo saber si se hizo. Nuestro equipo lo revisa.",
      thanks: "Gracias, lo hemos recibido.",
    },
  },
  signposts: {
    introduction:
      "(?:en )?est[ea] (?:artículo|guía|página|sección)|descubre|aprende|leer más|ver también|más información|índice",
    preparation: "antes de|requisitos|introducción|véase",
  },
  smallTalk: {
    greeting: "hola|buen(os|as)? (días?|tardes|noches)",
    afterGreeting: "a todos|qué tal",
    thanks: "gracias",
    afterThanks: "mil",
    bye: "adiós|hasta luego",
    who: "quién eres|eres (un )?(robot|bot|humano)",
  },
  drafts: {
    purpose: (name) => `Responde preguntas sobre ${name}.`,
    welcome: (name) => `¡Hola! ¿Qué le gustaría saber sobre ${name}?`,
    ask: (topic) => `¿Qué hay sobre ${topic}?`,
  },
  besideLauncher: {
    hideSuggestion: "Ocultar la sugerencia",
    hideMessage: "Ocultar el mensaje",
    move: "Mover con Mayús y las teclas de flecha",
  },
  channels: {
    disclosure: "Estás hablando con un agente de IA.",
    isWriting: "está escribiendo…",
    phone: {
      tag: "es-ES",
      asksNoCalls: /^(por favor )?no me (llamen?|vuelvan? a llamar)( más)?$/i,
      greeting: "Hola, soy el asistente de IA de {name}. ¿En qué puedo ayudar?",
      transfer: "Un momento, le paso con una persona.",
      voicemail: "Nadie puede atender su llamada ahora. Deje un mensaje después de la señal.",
      noWords: "No hemos oído nada. Adiós.",
      thanks: "Gracias. Le contactaremos. Adiós.",
      problem: "Lo siento, algo ha fallado.",
      unavailable: "Este número no atiende llamadas ahora. Inténtelo más tarde. Adiós.",
      limit: "Esta llamada ha alcanzado su duración máxima. Adiós.",
      machine: "Sentimos no encontrarle. Adiós.",
      optedOut: "No volveremos a llamarle. Adiós.",
    },
  },
  mail: {
    aMember: "Un miembro",
    digest: {
      subject: "Lo que espera en {organization}: {count}",
      says: "Esto espera en {organization} su respuesta o la de cualquiera del equipo.",
      assigned: "Asignadas a usted y en espera: {count}",
      unassigned: "Esperan a alguien: {count}",
      mentions: "Una nota le menciona: {count}",
      approvals: "Esperan aprobación: {count}",
      more: "Otras: {count}",
      muted: "Silenciadas, no incluidas: {count}",
      button: "Abrir la bandeja de entrada",
      why: "Usted eligió este correo en su perfil, donde puede cambiar con qué frecuencia llega.",
      stop: "No recibir más estos correos",
      stoppedTitle: "Estos correos están desactivados",
      stopped:
        "Ya no recibirá correos sobre lo que espera en esta organización. En su perfil puede activarlos de nuevo.",
      notGood: "Este enlace ya no es válido. En su perfil puede desactivar estos correos.",
    },
    report: {
      subject: "Informe semanal: {report}",
      says: "Las cifras de {organization} del {from} al {to}.",
      figures: "En comparación con el período anterior",
      changed: "{figure}: {value} ({change})",
      button: "Abrir Insights",
      why: "Usted activó este informe semanal en Insights.",
      stop: "No recibir más estos informes",
      stoppedTitle: "Estos informes están desactivados",
      stopped:
        "Ya no recibirá informes de esta organización por correo. En Insights puede activarlos de nuevo.",
      notGood: "Este enlace ya no es válido. En Insights puede desactivar los informes.",
    },
    notice: {
      handoffSubject: "{visitor} espera a una persona",
      handoffSays: "{visitor} pidió una persona en una conversación con {agent}.",
      approvalSubject: "Se necesita aprobación: {title}",
      approvalSays: "{agent} quiere hacer esto para {visitor}: {title}. Espera a su equipo.",
      lastWords: "Último mensaje",
      button: "Abrir conversación",
      reply: "Responda a este correo para contestar a {visitor}. Su respuesta se envía en su nombre.",
      noReply: "Nadie lee las respuestas a este correo. Conteste en la bandeja de entrada.",
      decideThere: "Apruebe o rechace en la bandeja de entrada. Este correo no decide nada.",
      refusedSubject: "Su respuesta no se envió",
      refused: {
        unverified:
          "No pudimos comprobar que su respuesta viniera de su dirección, porque su servidor de correo no la firmó (DKIM). El visitante no recibió nada. Conteste en la bandeja de entrada.",
        notAllowed: "Ya no puede contestar allí a los visitantes. Su respuesta no se envió.",
        empty:
          "No encontramos texto suyo en la respuesta. El visitante no recibió nada. Escriba encima de la cita o conteste en la bandeja de entrada.",
        failed:
          "Su respuesta no se pudo añadir a la conversación. El visitante no recibió nada. Conteste en la bandeja de entrada.",
      },
    },
    keyRefused: {
      subject: "La clave de modelo «{key}» ya no funciona",
      says: "La clave de modelo «{key}» ({provider}) de {organization} ya no funciona. Lo que la utiliza se las arregla sin ella hasta que vuelva a funcionar.",
      agents: "Agentes, y qué responde mientras tanto: {count}",
      defaults: "Modelos predeterminados, y qué se usa mientras tanto",
      user: {
        agent: "{agent}",
        fallback: "{agent}, como sustituto",
        chat: "Agentes nuevos",
        code: "Borradores de la IA",
        embedding: "Conocimiento",
        speech: "Mensajes de voz",
      },
      instead: {
        key: "la clave «{other}»",
        server: "la clave propia de este servidor",
        model: "{model}",
        builtin: "el modelo integrado",
        words: "se encuentra solo por sus palabras",
        nothing: "no se transcriben",
      },
      more: "Otros: {count}",
      unused: "Ningún agente y ningún modelo predeterminado la utiliza en este momento.",
      button: "Abrir las claves de modelo",
      small: [
        "«Model keys», en «Settings», dice por qué no funciona y qué hacer.",
        "Se le avisa una vez, y de nuevo solo si falla después de haber funcionado.",
      ],
    },
    letters: {
      invite: {
        subject: "{who} le invita a {organization}",
        says: "{who} le invita a trabajar con {organization} en sus agentes de IA y sus conversaciones.",
        button: "Aceptar la invitación",
        small: [
          "El enlace es válido durante siete días.",
          "¿No esperaba esta invitación? Entonces no haga nada.",
        ],
      },
      password: {
        subject: "Elija una contraseña nueva",
        says: "Alguien, probablemente usted, ha pedido una contraseña nueva para su cuenta de {brand}.",
        button: "Elegir una contraseña nueva",
        small: [
          "El enlace es válido durante una hora y sirve una sola vez.",
          "¿No ha sido usted? Entonces no haga nada: la contraseña anterior se mantiene.",
        ],
      },
      code: {
        subject: "Su código para {brand} es {code}",
        says: "Introduzca este código donde empezó a crear su cuenta:",
        button: "Abrir la página",
        small: [
          "El código es válido durante quince minutos y sirve una sola vez, solo en ese navegador.",
          asksNobody,
        ],
      },
      taken: {
        subject: "Ya tiene una cuenta de {brand}",
        says: "Alguien, probablemente usted, ha querido crear una cuenta con esta dirección. Ya tiene una, así que no se ha creado nada.",
        button: "Iniciar sesión",
        small: [
          "¿Ha olvidado la contraseña? La página de inicio de sesión le envía un enlace para elegir una nueva.",
          "¿No ha sido usted? Entonces no haga nada.",
        ],
      },
      newEmail: {
        subject: "Confirme su dirección: {code}",
        says: "Introduzca este código en su perfil de {brand} y esta dirección será la de su cuenta:",
        small: ["El código es válido durante quince minutos y sirve una sola vez.", asksNobody],
      },
      usedEmail: {
        subject: "Su dirección pertenece a su cuenta",
        says: "Alguien ha querido dar esta dirección a otra cuenta de {brand}. Pertenece a la suya, así que no se ha cambiado nada.",
        small: ["No tiene que hacer nada."],
      },
      emailChanged: {
        subject: "Se ha cambiado la dirección de su cuenta",
        says: "Su cuenta de {brand} tiene ahora la dirección {email}. Esta ya no se usa.",
        small: ["¿No ha sido usted? Pida a quien gestiona el servidor que le devuelva la cuenta."],
      },
      secondFactorOn: {
        subject: "Se ha activado el inicio de sesión en dos pasos",
        says: "Se ha activado el inicio de sesión en dos pasos para su cuenta de {brand}.",
        small: [notYou],
      },
      secondFactorOff: {
        subject: "Se ha desactivado el inicio de sesión en dos pasos",
        says: "Se ha desactivado el inicio de sesión en dos pasos para su cuenta de {brand}.",
        small: [notYou],
      },
      accepted: {
        subject: "{who} se ha unido a {organization}",
        says: "{who} ha aceptado su invitación a {organization}.",
        button: "Ver el equipo",
        small: ["Puede desactivar estos correos en su perfil."],
      },
      creditsAlert: {
        subject: "{organization} ha usado el {percent} % de los créditos de este mes",
        says: "{organization} ha usado el {percent} % de los {limit} créditos que su plan permite este mes. Cuando se agoten, los agentes responderán con el modelo integrado, que no cuesta nada.",
        button: "Ver el uso",
        small: [],
      },
      creditsUsed: {
        subject: "{organization} ha agotado los créditos de este mes",
        says: "Los {limit} créditos de su plan se han agotado. Hasta fin de mes, los agentes responden con el modelo integrado, que no cuesta nada y cita sus fuentes.",
        button: "Ver los planes",
        small: [],
      },
      upgradeAsked: {
        subject: "{who} pide un plan mayor para {organization}",
        says: "{who} le pide que cambie {organization} a un plan mayor.",
        button: "Ver los planes",
        small: [],
      },
      webhookGone: {
        subject: "«{webhook}» se ha desactivado",
        says: "El webhook «{webhook}» de {organization} se ha desactivado: su dirección indica que ya no existe. Lo que ocurre en las conversaciones ya no se envía allí.",
        button: "Abrir el webhook",
        small: [
          "Vuelva a activarlo cuando la dirección sea correcta. Lo que no se entregó puede enviarse de nuevo desde allí.",
        ],
      },
      workflowPaused: {
        subject: "«{workflow}» se ha pausado",
        says: "El flujo de trabajo «{workflow}» de {organization} se ha pausado: {count} de sus ejecuciones fallaron seguidas. No inicia ejecuciones nuevas.",
        button: "Abrir el flujo de trabajo",
        small: ["Revise las ejecuciones fallidas, corrija los pasos y vuelva a activarlo."],
      },
      workflowAsks: {
        subject: "«{workflow}» necesita su aprobación",
        says: "El flujo de trabajo «{workflow}» de {organization} espera su aprobación: {title}",
        button: "Abrir la bandeja de entrada",
        small: ["Está encima de la lista de conversaciones. El flujo de trabajo continúa tras una decisión."],
      },
      workflowFailed: {
        subject: "«{workflow}» ha fallado",
        says: "Una ejecución del flujo de trabajo «{workflow}» de {organization} ha fallado. {title}",
        button: "Abrir la ejecución",
        small: [
          "No volveremos a escribir hasta que una ejecución termine bien. Cinco fallos seguidos pausan el flujo de trabajo.",
        ],
      },
      webhookFailing: {
        subject: "«{webhook}» se ha desactivado",
        says: "El webhook «{webhook}» de {organization} se ha desactivado: durante tres días no se le pudo entregar nada. Lo que ocurre en las conversaciones ya no se envía allí.",
        button: "Abrir el webhook",
        small: [
          "Vuelva a activarlo cuando la dirección sea correcta. Lo que no se entregó puede enviarse de nuevo desde allí.",
        ],
      },
    },
  },
};
