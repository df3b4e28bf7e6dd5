//! What the audit log records.

use crate::names::names;

names! {
    /// What was done.
    pub enum AuditAction {
        CreateWaffle = "create_waffle",
        UpdateWaffle = "update_waffle",
        ArchiveWaffle = "archive_waffle",
        UnarchiveWaffle = "unarchive_waffle",
        DeleteWaffle = "delete_waffle",
        MarkPaid = "mark_paid",
        ReleaseSpot = "release_spot",
        SetWinner = "set_winner",
        ClearWinner = "clear_winner",
        ChangeWinner = "change_winner",
        ReplaceWinner = "replace_winner",
        CreateAdmin = "create_admin",
        UpdateAdminRole = "update_admin_role",
        UpdateAdminProfile = "update_admin_profile",
        ResetAdminPassword = "reset_admin_password",
        DeactivateAdmin = "deactivate_admin",
        UpdateWhoisSettings = "update_whois_settings",
        UpdateSetting = "update_setting",
        CreatePaymentMethod = "create_payment_method",
        UpdatePaymentMethod = "update_payment_method",
        DeactivatePaymentMethod = "deactivate_payment_method",
        CreateShareTemplate = "create_share_template",
        UpdateShareTemplate = "update_share_template",
        DeleteShareTemplate = "delete_share_template",
        SetDefaultShareTemplate = "set_default_share_template",
        UpdateShareMessage = "update_share_message",
        RegenerateCard = "regenerate_card",
        ChangePassword = "change_password",
        ActivateAdmin = "activate_admin",
        UnlockAdmin = "unlock_admin",
        ReadPasswordReset = "read_password_reset",
        EndSession = "end_session",
        EndOtherSessions = "end_other_sessions",
        EnableSecondFactor = "enable_second_factor",
        DisableSecondFactor = "disable_second_factor",
        RemoveSecondFactor = "remove_second_factor",
        RenewRecoveryCodes = "renew_recovery_codes",
        UseRecoveryCode = "use_recovery_code",
        AssignSpots = "assign_spots",
        BlockHandle = "block_handle",
        UnblockHandle = "unblock_handle",
        ExtendSpots = "extend_spots",
        UnpaySpot = "unpay_spot",
        RenameSpots = "rename_spots",
        MergeUsers = "merge_users",
        ReleaseSource = "release_source",
        LockDraw = "lock_draw",
        VoidDraw = "void_draw",
        HandInRound = "hand_in_round",
        RememberPayer = "remember_payer",
        ForgetPayer = "forget_payer",
        UploadPhoto = "upload_photo",
    }
}

names! {
    /// The kind of entity it was done to.
    pub enum EntityType {
        Waffle = "waffle",
        Spot = "spot",
        Admin = "admin",
        Settings = "settings",
    }
}
